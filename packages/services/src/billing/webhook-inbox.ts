import type { ProviderEvent } from "@app/core/billing/provider-event";
import type { Db, DbOrTx, Tx } from "@app/db/client/db";
import { batchPerDatabase } from "../platform/batch";

/** A delivery as it is stored in the inbox. */
export interface InboxRow {
  id: string;
  provider: string;
  providerEventId: string | null;
  eventType: string;
  payload: string;
  outcome: "received" | "rejected";
  detail: string | null;
  paymentId: string | null;
  transactionId: string | null;
  /** Whether the event holds the order whose id is `paymentId`. */
  holdsOrder: boolean;
  subscriptionId: string | null;
  eventAt: Date;
  receivedAt: Date;
  processedAt: Date | null;
  /** The buyer of an announced payment, as the event names them. */
  buyerId: string | null;
  /** The checkout that was paid. */
  checkoutId: string | null;
  /** Whether the event names the tax that was paid. */
  namesTax: boolean;
}

const insertInBatch = batchPerDatabase(insertRows);

/**
 * Stores a delivery in the inbox, in one statement with concurrent ones.
 * @returns whether the event announces a payment that is recorded already. Its outcome is then written too, and nothing is left to do
 */
export function insertInboxRow(db: Db, row: InboxRow): Promise<boolean> {
  return insertInBatch(db, row);
}

/**
 * Safe to repeat: a row that is stored already stays as it is. A stored payment has been granted, because both are written in one
 * transaction. An event that still has something to write is no duplicate here: it completes its checkout, or names the tax or the transaction,
 * which the payment's first event did not. `OFFSET 0` makes PostgreSQL look rows up one by one. A join that was planned while a table was
 * small would read all of it once it is large.
 */
async function insertRows(db: Db, rows: readonly InboxRow[]): Promise<boolean[]> {
  const inserted = await db.$queryRaw<{ id: string; outcome: string }[]>`
    INSERT INTO webhook_event (id, provider, "providerEventId", "eventType", payload, outcome, detail, "paymentId", "subscriptionId",
      "eventAt", "receivedAt", "processedAt", "userId")
    SELECT r.id, r.provider, "providerEventId", "eventType", payload, CASE WHEN recorded.id IS NULL THEN outcome ELSE 'duplicate' END,
      CASE WHEN recorded.id IS NULL THEN detail ELSE ${ALREADY_RECORDED} END, "paymentId", r."subscriptionId", "eventAt", "receivedAt",
      CASE WHEN recorded.id IS NULL THEN "processedAt" ELSE "receivedAt" END, recorded."userId"
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(id text, provider text, "providerEventId" text, "eventType" text,
      payload text, outcome text, detail text, "paymentId" text, "subscriptionId" text, "eventAt" timestamptz, "receivedAt" timestamptz,
      "processedAt" timestamptz, "buyerId" text, "checkoutId" text, "transactionId" text, "holdsOrder" boolean,
      "namesTax" boolean)
    LEFT JOIN LATERAL (
      SELECT payment.id, payment."userId" FROM payment WHERE payment.id = r."paymentId" AND payment."userId" = r."buyerId"
        AND (payment."providerTransactionId" = r."transactionId" OR (r."holdsOrder" AND r."transactionId" IS NULL))
        AND (payment."taxCents" IS NOT NULL OR NOT r."namesTax")
        AND (payment."providerTransactionId" IS NOT NULL OR r."transactionId" IS NULL)
        AND NOT EXISTS (
          SELECT FROM checkout c WHERE c.id = r."checkoutId" AND (status = 'open' OR "replacesSubscriptionId" IS NOT NULL) OFFSET 0
        )
      OFFSET 0
    ) AS recorded ON true
    ON CONFLICT (id) DO NOTHING
    RETURNING id, outcome`;
  const duplicates = new Set(inserted.flatMap(({ id, outcome }) => (outcome === "duplicate" ? [id] : [])));
  return rows.map(({ id }) => duplicates.has(id));
}

/** An event together with its row in the inbox. */
export interface StoredEvent {
  inboxId: string;
  event: ProviderEvent;
}

/**
 * The payment references and the subscription that an event names. Events that share one may be about the same payment or
 * subscription, so they are processed one after another.
 */
export function eventKeys({ paymentId, orderId, transactionId, mentionedSubscriptionId, moneyBack }: ProviderEvent) {
  const keys = [
    paymentId,
    orderId,
    transactionId,
    mentionedSubscriptionId,
    moneyBack?.orderId,
    moneyBack?.transactionId,
  ];
  return [...new Set(keys.filter((key) => typeof key === "string"))];
}

/**
 * Locks the keys of events until the transaction ends, across processes. Call it first in a transaction, before any row is locked. Keys
 * are locked in one order, so that two transactions never wait for each other.
 * @param lockWaitMax the longest that the transaction waits for any lock, such as `500ms`; without it the statement's timeout applies
 * @throws when a lock is not free in time
 */
export async function lockEvents(tx: Tx, events: readonly ProviderEvent[], lockWaitMax = "0"): Promise<void> {
  const keys = [...new Set(events.flatMap(eventKeys))];
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(number)
    FROM set_config('lock_timeout', ${lockWaitMax}, true),
      (SELECT DISTINCT hashtextextended(key, 0) AS number FROM unnest(${keys}::text[]) AS key ORDER BY number) AS numbers`;
}

/** How an event was dealt with. `detail` is shown to administrators. */
export interface EventOutcome {
  outcome: "granted" | "duplicate" | "updated" | "recorded" | "rejected";
  detail: string | null;
  userId?: string;
}

/** Begins the ids of events that are made from the responses of the provider's API. The provider has delivered none of them. */
export const RECONCILED_PREFIX = "reconciled_";

/** The inbox's detail of a duplicate. */
export const ALREADY_RECORDED = "this payment is already recorded";

/**
 * Writes outcomes into the inbox, in the transaction of the changes they tell of. An event that granted stays "granted", and one that changed
 * something stays "updated": a replay of it only finds its own payment or change.
 */
export async function setEventOutcomes(
  db: DbOrTx,
  outcomes: readonly (EventOutcome & { inboxId: string })[],
  now: Date,
): Promise<void> {
  if (outcomes.length === 0) return;
  await db.$executeRaw`
    UPDATE webhook_event AS w SET outcome = o.outcome, detail = o.detail, "processedAt" = ${now}::timestamptz,
      "userId" = coalesce(o."userId", w."userId")
    FROM unnest(
      ${outcomes.map(({ inboxId }) => inboxId)}::text[], ${outcomes.map(({ outcome }) => outcome)}::text[],
      ${outcomes.map(({ detail }) => detail)}::text[], ${outcomes.map(({ userId }) => userId ?? null)}::text[]
    ) AS o(id, outcome, detail, "userId")
    WHERE w.id = o.id AND w.outcome <> 'granted' AND (w.outcome <> 'updated' OR o.outcome IN ('updated', 'granted'))`;
}

/** `setEventOutcomes` for one event. */
export function setEventOutcome(db: DbOrTx, inboxId: string, outcome: EventOutcome, now: Date): Promise<void> {
  return setEventOutcomes(db, [{ inboxId, ...outcome }], now);
}
