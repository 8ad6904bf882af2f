import type { ProviderEvent } from "@app/core/billing/provider-event";
import { isSamePayment, type Purchase } from "@app/core/billing/purchase";
import { purchaseGrant } from "@app/core/credits/grants";
import type { Tx } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { adjustRevenue } from "../statistics/roll-up-days";

/** Newer payments of a subscription than these are not looked at: an event is about one of the latest. */
const PAYMENTS_LOOKED_AT_MAX = 100;

interface RecordedPayment {
  id: string;
  orderId: string | null;
  transactionId: string | null;
  periodStart: Date | null;
}

/** Makes events of the same subscription's payments take turns until the transaction ends. */
export async function lockPayments(tx: Tx, subscriptionId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${subscriptionId}, 0))`;
}

/** The payment that the event announces, where it is recorded already. An exact key decides before the period does. */
export async function findRecordedPayment(
  tx: Tx,
  event: ProviderEvent,
  { subscriptionId, periodStart }: Purchase,
): Promise<RecordedPayment | null> {
  const rows = await tx.$queryRaw<RecordedPayment[]>`
    SELECT id, "providerOrderId" AS "orderId", "providerTransactionId" AS "transactionId", "periodStart"
    FROM payment
    WHERE id = ${event.paymentId} OR "providerOrderId" = ${event.orderId} OR "providerTransactionId" = ${event.transactionId}
      OR "subscriptionId" = ${subscriptionId}
    ORDER BY coalesce("providerTransactionId" = ${event.transactionId}, false) DESC,
      coalesce("providerOrderId" = ${event.orderId}, false) DESC, "createdAt" DESC
    LIMIT ${PAYMENTS_LOOKED_AT_MAX}::int`;
  const announced = { ...event, periodStart };
  // An event with neither order nor transaction is known by its own id alone.
  return (
    rows.find((row) => isSamePayment(announced, row) || (row.id === event.eventId && row.id === event.paymentId)) ??
    null
  );
}

/** Adds what a later event of the same payment knows and the first did not say, so that the next one is told apart by it. */
export async function completePayment(
  tx: Tx,
  recorded: RecordedPayment,
  { event, purchase }: { event: ProviderEvent; purchase: Purchase },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE payment SET "providerOrderId" = coalesce("providerOrderId", ${event.orderId}),
      "providerTransactionId" = coalesce("providerTransactionId", ${event.transactionId}),
      "periodStart" = coalesce("periodStart", ${purchase.periodStart}::timestamptz)
    WHERE id = ${recorded.id}`;
  if (!event.isAmountNamed || !event.holdsOrder || recorded.orderId !== null) return;
  // The first event named a transaction without its amount. The order says what was paid.
  const [before] = await tx.$queryRaw<{ amountCents: number; createdAt: Date; status: string }[]>`
    SELECT "amountCents", "createdAt", status FROM payment WHERE id = ${recorded.id} FOR NO KEY UPDATE`;
  if (!before || before.amountCents === event.amountCents) return;
  await tx.payment.update({
    where: { id: recorded.id },
    data: { amountCents: event.amountCents, currency: event.currency },
  });
  if (before.status === "succeeded") await adjustRevenue(tx, before.createdAt, event.amountCents - before.amountCents);
}

/**
 * Inserts the payment; its primary key and its transaction are the gate against a second one.
 * @returns its id; null where it is recorded already
 */
export async function insertPayment(
  ctx: ServiceContext,
  tx: Tx,
  { event, purchase, now }: { event: ProviderEvent; purchase: Purchase; now: Date },
): Promise<string | null> {
  const { userId, item, subscriptionId, periodStart, attention } = purchase;
  const planKey = item.kind === "subscription" ? item.key : null;
  // A renewal's transaction may name the first payment's order: then the transaction is what it is known by.
  for (const id of event.holdsOrder ? [event.paymentId] : [event.paymentId, event.transactionId]) {
    if (id === null) continue;
    const rows = await tx.$queryRaw<{ id: string }[]>`
      INSERT INTO payment (id, provider, "providerPaymentId", "providerTransactionId", "providerOrderId", "userId", "amountCents", currency,
        status, type, "planKey", "subscriptionId", "periodStart", "creditsGranted", attention, "createdAt")
      VALUES (${id}, ${ctx.config.providerName}, ${id}, ${event.transactionId}, ${event.orderId}, ${userId}, ${event.amountCents},
        ${event.currency}, 'succeeded', ${item.kind}, ${planKey}, ${subscriptionId}, ${periodStart}::timestamptz,
        ${purchaseGrant(item).credits}, ${attention}, ${now}::timestamptz)
      ON CONFLICT DO NOTHING
      RETURNING id`;
    if (rows[0]) return rows[0].id;
  }
  return null;
}
