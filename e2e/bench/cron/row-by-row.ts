import { randomUUID } from "node:crypto";
import type { Client } from "./due-schedules";

const DUE = `SELECT id, "subscriptionId", "userId", "creditsPerGrant" FROM subscription_credit_schedule
  WHERE "nextGrantAt" <= $1 AND "grantsRemaining" > 0 ORDER BY "nextGrantAt" LIMIT $2 FOR UPDATE SKIP LOCKED`;
const CREDIT = `UPDATE "user" SET credits = credits + $2, "updatedAt" = $3 WHERE id = $1 RETURNING credits`;
const ENTER = `INSERT INTO credit_ledger (id, "userId", delta, reason, "paymentId", "balanceAfter", "createdAt")
  VALUES ($1, $2, $3, 'subscription_schedule', $4, $5, $6)`;
const MOVE_ON = `UPDATE subscription_credit_schedule SET "grantsRemaining" = "grantsRemaining" - 1,
  "totalCreditsRemaining" = "totalCreditsRemaining" - "creditsPerGrant", "nextGrantAt" = "nextGrantAt" + interval '1 month',
  "updatedAt" = $2 WHERE id = $1`;

interface DueRow {
  id: string;
  subscriptionId: string;
  userId: string;
  creditsPerGrant: number;
}

/** One batch as a program does it that goes through the rows: three prepared statements for each of them, in one transaction. */
export async function grantRowByRow(client: Client, now: Date, limit: number): Promise<number> {
  await client.query("BEGIN");
  const { rows } = await client.query<DueRow>(DUE, [now, limit]);
  for (const { id, subscriptionId, userId, creditsPerGrant } of rows) {
    const credited = await client.query<{ credits: number }>({
      name: "credit",
      text: CREDIT,
      values: [userId, creditsPerGrant, now],
    });
    const balance = credited.rows[0]?.credits;
    const entry = [randomUUID(), userId, creditsPerGrant, subscriptionId, balance, now];
    await client.query({ name: "enter", text: ENTER, values: entry });
    await client.query({ name: "move-on", text: MOVE_ON, values: [id, now] });
  }
  await client.query("COMMIT");
  return rows.length;
}
