import type { Db } from "@app/db/client";
import { queryDirectly } from "@app/db/query-directly";
import { gatherPerDatabase } from "../credits/per-database";

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

const gathered = gatherPerDatabase(insertRows);

/** Puts a delivery into the inbox, in one statement with those that arrive at the same time. */
export async function insertInboxRow(db: Db, row: InboxRow): Promise<void> {
  await gathered(db, row);
}

/** Safe to repeat: what is in already stays as it is. */
async function insertRows(db: Db, rows: readonly InboxRow[]): Promise<undefined[]> {
  await queryDirectly(db)`
    INSERT INTO webhook_event (id, provider, "providerEventId", "eventType", payload, outcome, detail, "paymentId", "subscriptionId",
      "eventAt", "receivedAt", "processedAt")
    SELECT id, provider, "providerEventId", "eventType", payload, outcome, detail, "paymentId", "subscriptionId", "eventAt", "receivedAt",
      "processedAt"
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(id text, provider text, "providerEventId" text, "eventType" text,
      payload text, outcome text, detail text, "paymentId" text, "subscriptionId" text, "eventAt" timestamptz, "receivedAt" timestamptz,
      "processedAt" timestamptz)
    ON CONFLICT (id) DO NOTHING`;
  return rows.map(() => undefined);
}
