import { createHmac, timingSafeEqual } from "node:crypto";
import { findCatalogueItem } from "@app/core/billing/catalogue";
import { type ProviderEvent, parseProviderEvent } from "@app/core/billing/provider-event";
import { AppError } from "@app/core/errors";
import { parseJson } from "@app/core/input/parse";
import type { ServiceContext } from "../context";
import { createId } from "../platform/create-id";
import type { WebhookOutcome } from "../platform/metrics";
import { withSpan } from "../platform/spans";
import { applyMoneyBack } from "./money-back";
import { recordPurchase } from "./record-purchase";
import { queueEndOfSubscription } from "./subscription-changes";
import { applyLifecycleEvent } from "./subscription-events";
import { type EventOutcome, insertInboxRow, type StoredEvent, setEventOutcome } from "./webhook-inbox";

/**
 * Receives an event of the payment provider (spec, endpoint 3). A verified event is stored raw before anything is decided, so that it can
 * be replayed whatever happens next. An error response makes the provider send it again.
 * @throws AppError `bad_request` "Invalid signature", "Missing metadata", or the problem of the body
 */
export async function receiveWebhook(ctx: ServiceContext, delivery: Delivery): Promise<{ received: true }> {
  let outcome: WebhookOutcome = "failed";
  try {
    outcome = await withSpan("receiveWebhook", () => receive(ctx, delivery));
    if (outcome === "invalid_signature") throw new AppError("bad_request", "Invalid signature");
    return { received: true };
  } catch (error) {
    if (error instanceof AppError && outcome === "failed") outcome = "rejected";
    throw error;
  } finally {
    ctx.metrics.webhookReceived(outcome);
  }
}

interface Delivery {
  rawBody: Uint8Array;
  signature: string | null;
}

async function receive(ctx: ServiceContext, delivery: Delivery): Promise<WebhookOutcome> {
  if (!verifyWebhookSignature(delivery.rawBody, delivery.signature, ctx.config.webhookSecrets)) {
    return "invalid_signature";
  }
  const stored = await storeProviderEvent(ctx, delivery.rawBody);
  if (stored.isDuplicate) return "duplicate";
  return (await processProviderEvent(ctx, stored)).outcome;
}

/** Some senders write the algorithm before the digest. */
const ALGORITHM_PREFIX = "sha256=";

/**
 * Whether `signature` is the lower-case hex HMAC-SHA256 of the raw body with one of the secrets, bare or after `sha256=`. Compares in
 * constant time. A missing signature is never valid.
 */
function verifyWebhookSignature(rawBody: Uint8Array, signature: string | null, secrets: readonly string[]): boolean {
  if (!signature) return false;
  const isPrefixed = signature.startsWith(ALGORITHM_PREFIX);
  const received = Buffer.from(isPrefixed ? signature.slice(ALGORITHM_PREFIX.length) : signature);
  return secrets.some((secret) => {
    const expected = Buffer.from(createHmac("sha256", secret).update(rawBody).digest("hex"));
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
}

/**
 * Stores a verified delivery in the inbox. A body that is no event is stored too, as rejected.
 * @returns the event, and whether it announces a payment that is recorded already, so that nothing is left to do
 * @throws AppError `bad_request` with the problem of the body
 */
export async function storeProviderEvent(
  ctx: ServiceContext,
  rawBody: Uint8Array,
): Promise<StoredEvent & { isDuplicate: boolean }> {
  const receivedAt = ctx.now();
  // PostgreSQL text cannot hold NUL. JSON cannot hold it unescaped either, so such a body is rejected in any case.
  const payload = new TextDecoder().decode(rawBody).replaceAll("\0", "\uFFFD");
  const inboxId = createId();
  const row = { id: inboxId, provider: ctx.config.providerName, payload, receivedAt };
  try {
    const event = parseProviderEvent(parseJson(payload), receivedAt);
    const isDuplicate = await insertInboxRow(ctx.db, {
      providerEventId: event.eventId,
      eventType: event.eventType,
      outcome: "received",
      detail: null,
      paymentId: event.paymentId,
      transactionId: event.transactionId,
      holdsOrder: event.holdsOrder,
      subscriptionId: event.subscriptionId,
      eventAt: event.eventAt,
      processedAt: null,
      buyerId: buyerOf(event),
      checkoutId: event.checkoutId,
      namesTax: event.taxCents !== null,
      ...row,
    });
    return { inboxId, event, isDuplicate };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await insertInboxRow(ctx.db, {
      providerEventId: null,
      eventType: "unreadable",
      outcome: "rejected",
      detail: error.message,
      paymentId: null,
      transactionId: null,
      holdsOrder: false,
      subscriptionId: null,
      eventAt: receivedAt,
      processedAt: receivedAt,
      buyerId: null,
      checkoutId: null,
      namesTax: false,
      ...row,
    });
    throw error;
  }
}

/** The buyer of an announced payment. Null for any other event, and for one that will be refused. */
function buyerOf({ purpose, metadata }: ProviderEvent): string | null {
  if (purpose !== "purchase" || metadata === null) return null;
  return findCatalogueItem(metadata.key)?.kind === metadata.kind ? metadata.userId : null;
}

/**
 * Acts on an event from the inbox, for the first time or again. Acting twice changes nothing more.
 * @throws AppError `bad_request` when the event is refused; the inbox then says why
 */
export async function processProviderEvent(ctx: ServiceContext, stored: StoredEvent): Promise<EventOutcome> {
  try {
    return await act(ctx, stored);
  } catch (error) {
    if (error instanceof AppError) {
      const refused = { outcome: "rejected", detail: error.message, ...(await customerOf(ctx, stored.event)) } as const;
      await setEventOutcome(ctx.db, stored.inboxId, refused, ctx.now());
      await endPlanOfDeletedAccount(ctx, stored.event);
    }
    throw error;
  }
}

/** The user whom a refused event names, so that administrators find it under the customer who asks about it. */
async function customerOf(ctx: ServiceContext, { metadata }: ProviderEvent): Promise<{ userId?: string }> {
  if (metadata === null) return {};
  const user = await ctx.db.user.findUnique({ where: { id: metadata.userId }, select: { id: true } });
  return user ? { userId: user.id } : {};
}

/**
 * A refused payment may be the first sign that a plan goes on which was to end when its owner deleted the account: it was resumed on the
 * provider's own pages, and the event of that is late or lost.
 */
async function endPlanOfDeletedAccount({ db }: ServiceContext, event: ProviderEvent): Promise<void> {
  if (event.purpose !== "purchase" || event.subscriptionId === null) return;
  const where = { id: event.subscriptionId, user: { deletedAt: { not: null } } };
  const subscription = await db.subscription.findFirst({ where, select: { id: true } });
  if (subscription) await queueEndOfSubscription(db, subscription.id);
}

async function act(ctx: ServiceContext, stored: StoredEvent): Promise<EventOutcome> {
  switch (stored.event.purpose) {
    case "purchase":
      return recordPurchase(ctx, stored);
    case "subscription_status":
      return applyLifecycleEvent(ctx, stored);
    case "money_back":
      return applyMoneyBack(ctx, stored);
    case "unknown":
      return keepUnknown(ctx, stored);
  }
}

async function keepUnknown(ctx: ServiceContext, { inboxId, event }: StoredEvent): Promise<EventOutcome> {
  if (!event.metadata) throw new AppError("bad_request", "Missing metadata");
  const outcome = { outcome: "recorded", detail: "event type is not acted on" } as const;
  await setEventOutcome(ctx.db, inboxId, outcome, ctx.now());
  return outcome;
}

/**
 * Acts again on an event from the inbox, as if the provider had sent it again. Nothing is granted twice.
 * @throws AppError `not_found`, or `bad_request` with the reason why the event cannot be acted on
 */
export async function replayWebhookEvent(ctx: ServiceContext, inboxId: string): Promise<EventOutcome> {
  const row = await ctx.db.webhookEvent.findUnique({ where: { id: inboxId } });
  if (!row) throw new AppError("not_found", "Event not found");
  if (row.eventType === "unreadable") throw new AppError("bad_request", row.detail ?? "The event cannot be read");
  const event = parseProviderEvent(JSON.parse(row.payload), row.receivedAt);
  return processProviderEvent(ctx, { inboxId, event });
}
