import { INSTALMENT_PLAN_KEYS } from "@app/core/billing/catalogue";
import type { ProviderEvent } from "@app/core/billing/provider-event";
import type { Purchase, RecordedPayment } from "@app/core/billing/purchase";
import { Prisma, type Tx } from "@app/db/client/db";
import { adjustRevenue } from "../statistics/roll-up-days";

/** Of each subscription only the newest payments are read: an event is about one of them. */
const PAYMENTS_OF_SUBSCRIPTION_MAX = 100;

/**
 * The payments that share an id, an order, a transaction or a subscription with one of the events, the newest first. `OFFSET 0` makes
 * PostgreSQL look keys up one by one. A join that was planned while the table was small would read all of it once it is large.
 */
export async function readRecordedPayments(tx: Tx, events: readonly ProviderEvent[]): Promise<RecordedPayment[]> {
  const ids = textsOf(events.flatMap(({ paymentId, transactionId }) => [paymentId, transactionId]));
  const orderIds = textsOf(events.map(({ orderId }) => orderId));
  const transactionIds = textsOf(events.map(({ transactionId }) => transactionId));
  const subscriptionIds = textsOf(events.map(({ mentionedSubscriptionId }) => mentionedSubscriptionId));
  return tx.$queryRaw<RecordedPayment[]>`
    SELECT id, "subscriptionId", "providerOrderId" AS "orderId", "providerTransactionId" AS "transactionId", "periodStart",
      "planKey", "taxCents" FROM (
      SELECT p.* FROM unnest(${ids}::text[]) AS key, LATERAL (SELECT * FROM payment WHERE id = key OFFSET 0) AS p
      UNION
      SELECT p.* FROM unnest(${orderIds}::text[]) AS key, LATERAL (SELECT * FROM payment WHERE "providerOrderId" = key OFFSET 0) AS p
      UNION
      SELECT p.* FROM unnest(${transactionIds}::text[]) AS key,
        LATERAL (SELECT * FROM payment WHERE "providerTransactionId" = key OFFSET 0) AS p
      UNION
      SELECT p.* FROM unnest(${subscriptionIds}::text[]) AS key,
        LATERAL (
          SELECT * FROM payment WHERE "subscriptionId" = key
          ORDER BY "createdAt" DESC LIMIT ${Prisma.raw(String(PAYMENTS_OF_SUBSCRIPTION_MAX))}
        ) AS p
    ) AS recorded
    ORDER BY "createdAt" DESC`;
}

function textsOf(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))];
}

export interface NewPayment {
  /** The subscription that was paid for, and the end of the paid period. Null for a pack. */
  subscription: { id: string; periodEnd: Date } | null;
  paymentId: string;
  credits: number;
  provider: string;
  event: ProviderEvent;
  purchase: Purchase;
}

/** Inserts payments. @throws when one of them is recorded already: its transaction must then roll back */
export async function insertPayments(tx: Tx, payments: readonly NewPayment[], now: Date): Promise<void> {
  if (payments.length === 0) return;
  const rows = payments.map(({ paymentId, credits, provider, event, purchase, subscription }) => ({
    id: paymentId,
    provider,
    transactionId: event.transactionId,
    orderId: event.orderId,
    userId: purchase.userId,
    amountCents: event.amountCents,
    currency: event.currency,
    type: purchase.item.kind,
    planKey: purchase.item.kind === "subscription" ? purchase.item.key : null,
    subscriptionId: subscription?.id ?? null,
    periodStart: purchase.periodStart,
    periodEnd: subscription?.periodEnd ?? null,
    paidCents: event.paidCents,
    taxCents: event.taxCents,
    credits,
    attention: purchase.attention,
  }));
  await tx.$executeRaw`
    INSERT INTO payment (id, provider, "providerPaymentId", "providerTransactionId", "providerOrderId", "userId", "amountCents", currency,
      status, type, "planKey", "subscriptionId", "periodStart", "periodEnd", "paidCents", "taxCents", "creditsGranted", attention, "createdAt")
    SELECT id, provider, id, "transactionId", "orderId", "userId", "amountCents", currency, 'succeeded', type, "planKey",
      "subscriptionId", "periodStart", "periodEnd", "paidCents", "taxCents", credits, attention, ${now}::timestamptz
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(id text, provider text, "transactionId" text, "orderId" text,
      "userId" text, "amountCents" int, currency text, type text, "planKey" text, "subscriptionId" text, "periodStart" timestamptz,
      "periodEnd" timestamptz, "paidCents" int, "taxCents" int, credits int, attention text)`;
}

/**
 * Asks administrators to look at payments that were made after one of them had canceled the subscription, while the provider had not: the
 * customer may expect the money back.
 * @param subscriptionIds those that were canceled here before they were paid for, or whose cancellation the provider has not confirmed
 */
export async function askAboutCanceled(
  tx: Tx,
  paid: readonly { paymentId: string; eventAt: Date }[],
  subscriptionIds: readonly string[],
): Promise<void> {
  if (subscriptionIds.length === 0) return;
  await tx.$executeRaw`
    UPDATE payment SET attention = concat_ws('. ', 'Charged after an administrator had canceled the plan'::text, attention)
    FROM subscription s, unnest(${paid.map(({ paymentId }) => paymentId)}::text[], ${paid.map(({ eventAt }) => eventAt)}::timestamptz[]) AS paid(id, at)
    WHERE payment.id = paid.id AND s.id = payment."subscriptionId" AND s.id = ANY(${[...subscriptionIds]}::text[])
      AND s."providerCancelAt" < paid.at`;
}

/**
 * Adds to a recorded payment what a later event of it says and the first one did not, so that the next event is matched by it. Where the
 * first event named a transaction without its amount, the order says what was paid.
 */
export async function completePayment(
  tx: Tx,
  recorded: RecordedPayment,
  { event, purchase }: { event: ProviderEvent; purchase: Purchase },
): Promise<void> {
  const addsNothing =
    (recorded.orderId !== null || event.orderId === null) &&
    (recorded.transactionId !== null || event.transactionId === null) &&
    (recorded.periodStart !== null || purchase.periodStart === null) &&
    (recorded.taxCents !== null || event.taxCents === null);
  if (addsNothing) return;
  const [before] = await tx.$queryRaw<
    { amountCents: number; createdAt: Date; status: string; attention: string | null }[]
  >`
    SELECT "amountCents", "createdAt", status, attention FROM payment WHERE id = ${recorded.id} FOR NO KEY UPDATE`;
  if (!before) return;
  const isAmountNews =
    event.isAmountNamed && event.holdsOrder && recorded.orderId === null && before.amountCents !== event.amountCents;
  await tx.payment.update({
    where: { id: recorded.id },
    data: {
      providerOrderId: recorded.orderId ?? event.orderId,
      providerTransactionId: recorded.transactionId ?? event.transactionId,
      periodStart: recorded.periodStart ?? purchase.periodStart,
      ...(recorded.taxCents === null ? { paidCents: event.paidCents, taxCents: event.taxCents } : {}),
      ...(isAmountNews
        ? {
            amountCents: event.amountCents,
            currency: event.currency,
            // The amount may be below the price. A refund or dispute has its own reason, which stays.
            attention: before.attention ?? (before.status === "succeeded" ? purchase.attention : null),
          }
        : {}),
    },
  });
  if (isAmountNews && before.status === "succeeded")
    await adjustRevenue(tx, before.createdAt, event.amountCents - before.amountCents);
}

/**
 * The SQL expression of the plan that a subscription's newest period was paid for, which the provider goes on charging. An administrator may have
 * given it another one. Null without a payment.
 */
export const paidPlanOf = (subscriptionId: Prisma.Sql) => planOfPayment(subscriptionId, Prisma.empty);

/** The same of the payment before the newest one, which is being recorded. */
export const planPaidBefore = (subscriptionId: Prisma.Sql) => planOfPayment(subscriptionId, Prisma.sql`OFFSET 1`);

const planOfPayment = (subscriptionId: Prisma.Sql, offset: Prisma.Sql) => Prisma.sql`(
  SELECT payment."planKey" FROM payment WHERE payment."subscriptionId" = ${subscriptionId}
  ORDER BY payment."periodStart" DESC NULLS LAST, payment."createdAt" DESC, payment.id DESC LIMIT 1 ${offset})`;

/** The ledger entry that takes back a payment's credits after its money went back. */
export const takeBackEntryId = (paymentId: string) => `take-back:${paymentId}`;

/**
 * The sum of a payment's own grant and of its instalments, up to the subscription's next payment for a yearly plan. One for a monthly plan
 * has no instalments: those that come after it belong to the yearly plan before. Nor has one that arrived after its plan was replaced by
 * another one (see `withoutReplaced`), and it does not end the instalments of that.
 */
export async function creditsGrantedBy(db: Pick<Tx, "$queryRaw">, paymentId: string): Promise<number> {
  const [row] = await db.$queryRaw<{ credits: number }[]>`
    WITH yearly AS (
      SELECT q.*, e.seq FROM payment p JOIN payment q ON q.id = p.id OR q."subscriptionId" = p."subscriptionId" JOIN credit_ledger e ON e.id = q.id
      WHERE p.id = ${paymentId} AND q."planKey" = ANY(${[...INSTALMENT_PLAN_KEYS]}::text[])
    ), started AS (
      SELECT * FROM yearly WHERE NOT EXISTS (
        SELECT FROM yearly AS later WHERE later.seq < yearly.seq AND later."planKey" <> yearly."planKey"
          AND later."periodStart" > yearly."periodStart")
    )
    SELECT (first.delta + coalesce((
      SELECT sum(l.delta) FROM started s JOIN credit_ledger l ON l."userId" = p."userId" AND l."paymentId" = coalesce(s."subscriptionId", s.id)
        AND l.id <> s.id AND l.delta > 0 AND l.seq > s.seq
      WHERE s.id = p.id AND l.seq < coalesce((SELECT min(seq) FROM started WHERE seq > s.seq), ${Number.MAX_SAFE_INTEGER}::bigint)
    ), 0))::int AS credits
    FROM payment p JOIN credit_ledger first ON first.id = p.id AND first."userId" = p."userId"
    WHERE p.id = ${paymentId}`;
  return row?.credits ?? 0;
}
