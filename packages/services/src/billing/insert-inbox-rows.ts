import type { Db } from "@app/db/client";
import { gathererOfDb } from "../gathering/gatherer-of-db";

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
  subscriptionId: string | null;
  eventAt: Date;
  receivedAt: Date;
  processedAt: Date | null;
}

const inboxes = gathererOfDb<InboxRow, undefined>({ run: insertRows, itemsPerRunMax: 64, runsAtOnceMax: 2 });

/** Puts a delivery into the inbox, together with those that arrive at the same time. */
export async function insertInboxRow(db: Db, row: InboxRow): Promise<void> {
  try {
    await inboxes(db).add(row);
  } catch {
    // None of them is in then. Another delivery's fault must not keep this one out.
    await insertRows(db, [row]);
  }
}

async function insertRows(db: Db, rows: readonly InboxRow[]): Promise<undefined[]> {
  await db.$executeRaw`
    INSERT INTO webhook_event (id, provider, "providerEventId", "eventType", payload, outcome, detail, "paymentId", "subscriptionId",
      "eventAt", "receivedAt", "processedAt")
    SELECT id, provider, "providerEventId", "eventType", payload, outcome, detail, "paymentId", "subscriptionId", "eventAt", "receivedAt",
      "processedAt"
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(id text, provider text, "providerEventId" text, "eventType" text,
      payload text, outcome text, detail text, "paymentId" text, "subscriptionId" text, "eventAt" timestamptz, "receivedAt" timestamptz,
      "processedAt" timestamptz)`;
  return rows.map(() => undefined);
}
