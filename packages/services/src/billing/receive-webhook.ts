import { createHmac, timingSafeEqual } from "node:crypto";
import { findCatalogueItem } from "@app/core/billing/catalogue";
import { type ProviderEvent, parseProviderEvent } from "@app/core/billing/provider-event";
import { AppError } from "@app/core/errors";
import { parseJson } from "@app/core/input/parse";
import type { ServiceContext } from "../context";
import { createId } from "../platform/create-id";
import { applyMoneyBack } from "./money-back";
import { recordPlainPayment } from "./record-plain-payment";
import { recordPurchase } from "./record-purchase";
import { resolvePurchase } from "./resolve-purchase";
import { applyLifecycleEvent } from "./subscription-events";
import { type EventOutcome, insertInboxRow, setEventOutcome } from "./webhook-inbox";

/**
 * The payment provider announces something. A verified event is kept raw before anything is decided, so that it can be
 * replayed whatever happens next; an error answer makes the provider send it again.
 * @throws AppError `bad_request` "Invalid signature", "Missing metadata", or what is wrong with the body
 */
export async function receiveWebhook(
  ctx: ServiceContext,
  delivery: { rawBody: Uint8Array; signature: string | null },
): Promise<{ received: true }> {
  if (!verifyWebhookSignature(delivery.rawBody, delivery.signature, ctx.config.webhookSecret)) {
    throw new AppError("bad_request", "Invalid signature");
  }
  const stored = await storeProviderEvent(ctx, delivery.rawBody);
  if (!stored.isDuplicate) await processProviderEvent(ctx, stored);
  return { received: true };
}

/** Some senders write the algorithm before the digest. */
const ALGORITHM_PREFIX = "sha256=";

/**
 * Whether `signature` is the lower-case hex HMAC-SHA256 of the raw body, bare or after `sha256=`. Compares in constant time.
 * A missing secret or signature is never valid.
 */
function verifyWebhookSignature(rawBody: Uint8Array, signature: string | null, secret: string | null): boolean {
  if (!secret || !signature) return false;
  const expected = Buffer.from(createHmac("sha256", secret).update(rawBody).digest("hex"));
  const isPrefixed = signature.startsWith(ALGORITHM_PREFIX);
  const given = Buffer.from(isPrefixed ? signature.slice(ALGORITHM_PREFIX.length) : signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** An event as it lies in the inbox. */
export interface StoredEvent {
  inboxId: string;
  event: ProviderEvent;
}

/**
 * Puts a verified delivery into the inbox. What cannot be read as an event is kept too, as rejected.
 * @returns the event, and whether it announces what is recorded already and is through with that
 * @throws AppError `bad_request` naming what is wrong with the body
 */
export async function storeProviderEvent(
  ctx: ServiceContext,
  rawBody: Uint8Array,
): Promise<StoredEvent & { isDuplicate: boolean }> {
  const receivedAt = ctx.now();
  // PostgreSQL text cannot hold NUL, which JSON cannot hold unescaped either: such a body is rejected all the same.
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
      buyerId: buyerNamedBy(event),
      checkoutId: event.checkoutId,
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
      ...row,
    });
    throw error;
  }
}

/** Null for what announces no payment, and for an announcement that is to be refused. */
function buyerNamedBy({ purpose, metadata }: ProviderEvent): string | null {
  if (purpose !== "grant" || metadata === null) return null;
  return findCatalogueItem(metadata.key)?.kind === metadata.kind ? metadata.userId : null;
}

/**
 * Acts on an event from the inbox, for the first time or again: acting twice changes nothing more.
 * @throws AppError `bad_request` when the event cannot be acted on; the inbox then says why
 */
export async function processProviderEvent(ctx: ServiceContext, stored: StoredEvent): Promise<EventOutcome> {
  try {
    return await act(ctx, stored);
  } catch (error) {
    if (error instanceof AppError)
      await setEventOutcome(ctx.db, stored.inboxId, { outcome: "rejected", detail: error.message }, ctx.now());
    throw error;
  }
}

async function act(ctx: ServiceContext, { inboxId, event }: StoredEvent): Promise<EventOutcome> {
  switch (event.purpose) {
    case "grant": {
      const outcome = await recordPlainPayment(ctx, { inboxId, event });
      return outcome ?? recordPurchase(ctx, inboxId, event, await resolvePurchase(ctx, event));
    }
    case "lifecycle":
      return applyLifecycleEvent(ctx, inboxId, event);
    case "record":
      return applyMoneyBack(ctx, inboxId, event);
    case "unknown":
      requireMetadata(event);
      return record(ctx, inboxId);
  }
}

async function record(ctx: ServiceContext, inboxId: string): Promise<EventOutcome> {
  const outcome = { outcome: "recorded", detail: "event type is not acted on" } as const;
  await setEventOutcome(ctx.db, inboxId, outcome, ctx.now());
  return outcome;
}

function requireMetadata(event: ProviderEvent): void {
  if (!event.metadata) throw new AppError("bad_request", "Missing metadata");
}

/**
 * Acts again on an event from the inbox, as if the provider had sent it again. What was done once is not done twice.
 * @throws AppError `not_found`, or `bad_request` with the reason why the event cannot be acted on
 */
export async function replayWebhookEvent(ctx: ServiceContext, inboxId: string): Promise<EventOutcome> {
  const row = await ctx.db.webhookEvent.findUnique({ where: { id: inboxId } });
  if (!row) throw new AppError("not_found", "Event not found");
  if (row.eventType === "unreadable") throw new AppError("bad_request", row.detail ?? "The event cannot be read");
  const event = parseProviderEvent(JSON.parse(row.payload), row.receivedAt);
  return processProviderEvent(ctx, { inboxId, event });
}
