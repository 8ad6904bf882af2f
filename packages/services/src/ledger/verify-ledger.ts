import { SAME_PERIOD_MAX_DAYS } from "@app/core/billing/purchase";
import { type Db, Prisma } from "@app/db/client/db";
import { refundEntryId } from "../credits/refund-charge";

/** A row that fails a check. */
export interface LedgerDifference {
  check: string;
  id: string;
  expected: string;
  found: string;
}

export interface LedgerVerification {
  users: number;
  entries: number;
  payments: number;
  differences: LedgerDifference[];
}

/** Bounds the list: one difference is already too many. */
const DIFFERENCES_MAX = 1_000;

/** An administrator's adjustment may have any reason, also one that the service writes, and refers to nothing. */
const isNoAdjustment = Prisma.sql`NOT (l."actorId" IS NOT NULL AND l."paymentId" IS NULL)`;

/** Only yearly plans have instalments. */
const MONTHS_PER_CYCLE = 12;

/** Each check is a statement that returns the rows that differ. All run in one snapshot of the database. */
const CHECKS: readonly Prisma.Sql[] = [
  Prisma.sql`
    SELECT 'balance is the sum of the ledger' AS "check", u.id, coalesce(sum(l.delta), 0)::text AS expected, u.credits::text AS found
    FROM "user" u LEFT JOIN credit_ledger l ON l."userId" = u.id
    GROUP BY u.id HAVING coalesce(sum(l.delta), 0) <> u.credits`,
  Prisma.sql`
    SELECT 'balanceAfter is the running sum' AS "check", id, running::text AS expected, "balanceAfter"::text AS found
    FROM (SELECT id, "balanceAfter", sum(delta) OVER (PARTITION BY "userId" ORDER BY seq) AS running FROM credit_ledger) entry
    WHERE running <> "balanceAfter"`,
  Prisma.sql`
    SELECT 'payment has its entry' AS "check", p.id, p."creditsGranted"::text AS expected, coalesce(l.delta::text, 'none') AS found
    FROM payment p LEFT JOIN credit_ledger l ON l.id = p.id AND l."userId" = p."userId"
      AND l.reason = CASE p.type WHEN 'one_time' THEN 'one_time_pack' ELSE 'subscription_cycle' END
    WHERE l.delta IS DISTINCT FROM p."creditsGranted"`,
  Prisma.sql`
    SELECT 'purchase entry has its payment' AS "check", l.id, l."paymentId" AS expected, 'none' AS found
    FROM credit_ledger l LEFT JOIN payment p ON p.id = l.id
    WHERE l.reason IN ('one_time_pack', 'subscription_cycle') AND l.id = l."paymentId" AND p.id IS NULL`,
  // Refunded payments do not count. Another plan in the same period is a change of plan, and the first plan after that a change back.
  Prisma.sql`
    SELECT 'one grant for each subscription period' AS "check", id, format('one payment from %s', "periodStart") AS expected, before AS found
    FROM (
      SELECT id, "periodStart", "planKey", lag(id) OVER period AS before, lag("periodStart") OVER period AS "startBefore",
        lag("planKey") OVER period AS "planBefore"
      FROM payment WHERE "subscriptionId" IS NOT NULL AND "periodStart" IS NOT NULL AND status <> 'refunded'
      WINDOW period AS (PARTITION BY "subscriptionId" ORDER BY "periodStart", id)
    ) AS paid
    WHERE "planKey" = "planBefore" AND "periodStart" - "startBefore" <= make_interval(days => ${SAME_PERIOD_MAX_DAYS}::int)`,
  Prisma.sql`
    SELECT 'taken back from a payment that granted it' AS "check", l.id, coalesce(p."creditsGranted"::text, 'none') AS expected, (-l.delta)::text AS found
    FROM credit_ledger l LEFT JOIN payment p ON p.id = l."paymentId" AND p."userId" = l."userId"
    WHERE l.reason = 'refund' AND l.delta < 0 AND p.id IS NULL AND ${isNoAdjustment}`,
  Prisma.sql`
    SELECT 'schedule fits its terms' AS "check", id, ("creditsPerGrant"::bigint * "grantsRemaining")::text AS expected, "totalCreditsRemaining"::text AS found
    FROM subscription_credit_schedule WHERE "creditsPerGrant"::bigint * "grantsRemaining" <> "totalCreditsRemaining"`,
  // What was granted with the payment, what has been granted since, and what is still to come. An instalment's id begins with that of its
  // schedule, which is a new one in every cycle. Ids from before 24 November 2026 are random, and a schedule from then may name the payment of
  // another plan.
  Prisma.sql`
    SELECT 'schedule agrees with its cycle' AS "check", id, expected::text, found::text FROM (
      SELECT s.id, s."creditsPerGrant"::bigint * (${MONTHS_PER_CYCLE}::int / s."intervalMonths") AS expected,
        p."creditsGranted" + s."totalCreditsRemaining" + coalesce(sum(l.delta), 0) AS found
      FROM subscription_credit_schedule s JOIN payment p ON p.id = s."paymentId" AND p."planKey" = s."planKey"
        JOIN credit_ledger first ON first.id = p.id
        LEFT JOIN credit_ledger l ON l."userId" = s."userId" AND l."paymentId" = s."subscriptionId" AND
          (split_part(l.id, ':', 1) = s.id OR strpos(l.id, ':') = 0 AND l.seq > first.seq)
      GROUP BY s.id, p.id
    ) AS cycle WHERE expected <> found`,
  Prisma.sql`
    SELECT 'generation has its spend' AS "check", g.id, (-g."creditsUsed")::text AS expected, coalesce(l.delta::text, 'none') AS found
    FROM generation_history g LEFT JOIN credit_ledger l ON l."paymentId" = g.id AND l."userId" = g."userId"
      AND l.reason = g.type || '_generation'
    WHERE l.delta IS DISTINCT FROM -g."creditsUsed" AND NOT (l.id IS NULL AND g.status = 'failed' AND g.error = 'Insufficient credits')`,
  Prisma.sql`
    SELECT 'spend has its generation' AS "check", l.id, l."paymentId" AS expected, 'none' AS found
    FROM credit_ledger l LEFT JOIN generation_history g ON g.id = l."paymentId"
    WHERE l.reason IN ('image_generation', 'video_generation') AND g.id IS NULL AND ${isNoAdjustment}`,
  // Only refunds of chats refer to a chat session. A deleted account keeps its sessions and entries, but not its messages.
  Prisma.sql`
    SELECT 'chat refund has its message' AS "check", l.id, '0' AS expected, m."creditsUsed"::text AS found
    FROM credit_ledger l JOIN chat_session s ON s.id = l."paymentId" JOIN chat_message m ON l.id = ${refundEntryId("")} || m.id
    WHERE l.reason = 'refund' AND m."creditsUsed" <> 0`,
  Prisma.sql`
    SELECT 'refunded chat counts its credits' AS "check", s.id, (-sum(l.delta))::text AS expected, s."totalCreditsUsed"::text AS found
    FROM chat_session s JOIN credit_ledger l ON l."paymentId" = s.id AND l.reason IN ('chat_usage', 'refund')
    GROUP BY s.id HAVING bool_or(l.reason = 'refund') AND -sum(l.delta) <> s."totalCreditsUsed"`,
  Prisma.sql`
    SELECT 'API key counts its spends' AS "check", k.id, coalesce(-sum(l.delta), 0)::text AS expected, k."creditsUsed"::text AS found
    FROM api_key k LEFT JOIN credit_ledger l ON l."apiKeyId" = k.id AND l."userId" = k."userId"
    GROUP BY k.id HAVING coalesce(-sum(l.delta), 0) <> k."creditsUsed"`,
  Prisma.sql`
    SELECT 'completion has its spend' AS "check", c.id, (-c."creditsUsed")::text AS expected, coalesce(l.delta::text, 'none') AS found
    FROM chat_completion c LEFT JOIN credit_ledger l ON l.id = c.id AND l."userId" = c."userId" AND l.reason = 'chat_usage'
    WHERE l.delta IS DISTINCT FROM -c."creditsUsed"`,
  Prisma.sql`
    SELECT 'daily totals are the sum of the ledger' AS "check", day::text AS id,
      format('%s/-%s', coalesce(granted, 0), coalesce(spent, 0)) AS expected, format('%s/-%s', "creditsGranted", "creditsSpent") AS found
    FROM daily_totals LEFT JOIN (
      SELECT ("createdAt" AT TIME ZONE 'UTC')::date AS day, sum(greatest(delta, 0)) AS granted, sum(greatest(-delta, 0)) AS spent
      FROM credit_ledger GROUP BY 1
    ) AS ledger USING (day)
    WHERE (coalesce(granted, 0), coalesce(spent, 0)) <> ("creditsGranted", "creditsSpent")`,
  Prisma.sql`
    SELECT 'daily revenue is the sum of the payments' AS "check", day::text AS id, coalesce(revenue, 0)::text AS expected, "revenueCents"::text AS found
    FROM daily_totals LEFT JOIN (
      SELECT ("createdAt" AT TIME ZONE 'UTC')::date AS day, sum("amountCents") FILTER (WHERE status = 'succeeded') AS revenue
      FROM payment GROUP BY 1
    ) AS paid USING (day)
    WHERE coalesce(revenue, 0) <> "revenueCents"`,
];

/** Compares balances, ledger entries, payments, schedules, generations, chats and daily totals with each other. Reads every row. */
export async function verifyLedger(db: Db): Promise<LedgerVerification> {
  return db.$transaction(
    async (tx) => {
      // A request's statements may take 30 seconds. Each of these reads a whole table.
      await tx.$queryRaw`SELECT set_config('statement_timeout', ${String(VERIFY_MAX_MS)}::text, true)`;
      const differences: LedgerDifference[] = [];
      for (const check of CHECKS) {
        const left = DIFFERENCES_MAX - differences.length;
        if (left > 0) differences.push(...(await tx.$queryRaw<LedgerDifference[]>`${check} LIMIT ${left}`));
      }
      const [users, entries, payments] = [
        await tx.user.count(),
        await tx.creditLedger.count(),
        await tx.payment.count(),
      ];
      return { users, entries, payments, differences };
    },
    { isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead, timeout: VERIFY_MAX_MS },
  );
}

/** Verification reads every row. */
const VERIFY_MAX_MS = 600_000;
