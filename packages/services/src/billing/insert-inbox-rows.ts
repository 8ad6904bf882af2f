import type { Db } from "@app/db/client/db";
import { batchPerDatabase } from "../platform/batch";
import { ALREADY_RECORDED } from "./event-outcome";

/** A delivery as it is put into the inbox. */
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
  /** Whose payment the event announces, as far as it says so itself, and the checkout that was paid. */
  buyerId: string | null;
  checkoutId: string | null;
}

const gathered = batchPerDatabase(insertRows);

/**
 * Puts a delivery into the inbox, in one statement with those that arrive at the same time.
 * @returns whether it announces what is recorded already: its outcome is then written too, and nothing is left to do
 */
export function insertInboxRow(db: Db, row: InboxRow): Promise<boolean> {
  return gathered(db, row);
}

/**
 * Safe to repeat: what is in already stays as it is. A payment that is there has been granted, in the statement that wrote it. One whose
 * checkout replaces a subscription has more to do, for the event that comes second too. `OFFSET 0` has PostgreSQL look rows up one by one: a
 * join that was planned while a table was small reads all of it once it is not.
 */
async function insertRows(db: Db, rows: readonly InboxRow[]): Promise<boolean[]> {
  const inserted = await db.$queryRaw<{ id: string; outcome: string }[]>`
    INSERT INTO webhook_event (id, provider, "providerEventId", "eventType", payload, outcome, detail, "paymentId", "subscriptionId",
      "eventAt", "receivedAt", "processedAt", "userId")
    SELECT r.id, r.provider, "providerEventId", "eventType", payload, CASE WHEN known.id IS NULL THEN outcome ELSE 'duplicate' END,
      CASE WHEN known.id IS NULL THEN detail ELSE ${ALREADY_RECORDED} END, "paymentId", r."subscriptionId", "eventAt", "receivedAt",
      CASE WHEN known.id IS NULL THEN "processedAt" ELSE "receivedAt" END, known."userId"
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(id text, provider text, "providerEventId" text, "eventType" text,
      payload text, outcome text, detail text, "paymentId" text, "subscriptionId" text, "eventAt" timestamptz, "receivedAt" timestamptz,
      "processedAt" timestamptz, "buyerId" text, "checkoutId" text, "transactionId" text, "holdsOrder" boolean)
    LEFT JOIN LATERAL (
      SELECT payment.id, payment."userId" FROM payment WHERE payment.id = r."paymentId" AND payment."userId" = r."buyerId"
        AND (r."holdsOrder" OR payment."providerTransactionId" = r."transactionId")
        AND NOT EXISTS (SELECT FROM checkout c WHERE c.id = r."checkoutId" AND c."replacesSubscriptionId" IS NOT NULL OFFSET 0)
      OFFSET 0
    ) AS known ON true
    ON CONFLICT (id) DO NOTHING
    RETURNING id, outcome`;
  const duplicates = new Set(inserted.flatMap(({ id, outcome }) => (outcome === "duplicate" ? [id] : [])));
  return rows.map(({ id }) => duplicates.has(id));
}
