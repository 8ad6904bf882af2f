import { findCatalogueItem } from "@app/core/billing/catalogue";
import { type ProviderEvent, parseProviderEvent } from "@app/core/billing/provider-event";
import { AppError } from "@app/core/errors";
import { parseJson } from "@app/core/input/parse";
import type { ServiceContext } from "../context";
import { createId } from "../platform/create-id";
import { insertInboxRow } from "./insert-inbox-rows";

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
