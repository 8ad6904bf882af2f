import { randomUUID } from "node:crypto";
import type { Client } from "./cron-workload";

/** One batch as one statement with the instalments computed in SQL: the most that a database can do. */
const STATEMENT = `
WITH RECURSIVE due AS MATERIALIZED (
  SELECT id, "subscriptionId", "userId", "creditsPerGrant" AS amount, "intervalMonths" AS months, "grantsRemaining" AS remaining,
    "totalCreditsRemaining" AS total, "nextGrantAt" AS next_at
  FROM subscription_credit_schedule
  WHERE "nextGrantAt" <= $1::timestamptz AND "grantsRemaining" > 0
  ORDER BY "nextGrantAt" LIMIT $2::int FOR UPDATE SKIP LOCKED
), locked AS MATERIALIZED (
  SELECT id FROM "user" WHERE id IN (SELECT "userId" FROM due) ORDER BY id FOR NO KEY UPDATE
), steps AS (
  SELECT id, "subscriptionId", "userId", amount, months, 1 AS step, CASE WHEN remaining > 1 THEN least(amount, total) ELSE total END AS delta,
    remaining - 1 AS remaining, total - CASE WHEN remaining > 1 THEN least(amount, total) ELSE total END AS total,
    next_at + make_interval(months => months) AS next_at
  FROM due WHERE total > 0
  UNION ALL
  SELECT id, "subscriptionId", "userId", amount, months, step + 1, CASE WHEN remaining > 1 THEN least(amount, total) ELSE total END,
    remaining - 1, total - CASE WHEN remaining > 1 THEN least(amount, total) ELSE total END, next_at + make_interval(months => months)
  FROM steps WHERE remaining > 0 AND total > 0 AND next_at <= $1::timestamptz AND step < $3::int
), settled AS (
  SELECT DISTINCT ON (id) id, remaining, total, next_at FROM steps ORDER BY id, step DESC
), credited AS (
  UPDATE "user" AS u SET credits = u.credits + s.delta, "updatedAt" = $1::timestamptz
  FROM (SELECT "userId", sum(delta)::int AS delta FROM steps GROUP BY 1) AS s JOIN locked ON locked.id = s."userId"
  WHERE u.id = s."userId"
  RETURNING u.id, u.credits
), entries AS (
  INSERT INTO credit_ledger (id, "userId", delta, reason, "paymentId", "balanceAfter", "createdAt")
  SELECT gen_random_uuid()::text, steps."userId", delta, 'subscription_schedule', "subscriptionId", credited.credits, $1::timestamptz
  FROM steps JOIN credited ON credited.id = steps."userId"
), finished AS (
  DELETE FROM subscription_credit_schedule AS c USING due LEFT JOIN settled USING (id)
  WHERE c.id = due.id AND (coalesce(settled.remaining, due.remaining) <= 0 OR coalesce(settled.total, due.total) <= 0)
), open AS (
  UPDATE subscription_credit_schedule AS c SET "grantsRemaining" = settled.remaining, "totalCreditsRemaining" = settled.total,
    "nextGrantAt" = settled.next_at, "updatedAt" = $1::timestamptz
  FROM settled WHERE c.id = settled.id AND settled.remaining > 0 AND settled.total > 0
)
SELECT due.id, due."subscriptionId", due."userId", settled.remaining FROM due LEFT JOIN settled USING (id)`;

/** @returns how many schedules were due, at most `limit` */
export async function grantInOneStatement(client: Client, now: Date, limit: number): Promise<number> {
  const instalmentsMax = 12;
  const { rows } = await client.query(STATEMENT, [now, limit, instalmentsMax]);
  return rows.length;
}

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

/** One batch row by row: three prepared statements per row, in one transaction. */
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
