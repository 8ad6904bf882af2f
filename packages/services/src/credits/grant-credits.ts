import { invariant } from "@app/core/errors";
import type { WebhookEvent } from "@app/core/webhooks/webhook-events";
import { Prisma, type Tx } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { queueDeliveries, writeDeliveries } from "../webhooks/publish";

export interface Grant {
  /** Id of the ledger entry, derived from the grant's cause: the same grant can never be entered twice. */
  entryId: string;
  userId: string;
  /** Whole credits. Negative where an administrator takes credits. */
  delta: number;
  reason: string;
  reference: string | null;
  /** The administrator who made the change. */
  actorId?: string;
  /** The API key whose spend is refunded. */
  apiKeyId?: string;
}

/** The grants of each open transaction. */
const grantsOf = new WeakMap<Tx, Grant[]>();

/**
 * Runs a transaction that may grant credits, and reports them once it has committed. Credits that were taken are not reported: a counter
 * does not go down.
 */
export async function runGrantingTransaction<Result>(
  ctx: Pick<ServiceContext, "db" | "metrics">,
  run: (tx: Tx) => Promise<Result>,
  options: { timeout?: number } = {},
): Promise<Result> {
  const granted: Grant[] = [];
  const result = await ctx.db.$transaction(async (tx) => {
    grantsOf.set(tx, granted);
    return run(tx);
  }, options);
  for (const { delta, reason } of granted) if (delta > 0) ctx.metrics.creditsGranted(reason, delta);
  return result;
}

/**
 * Changes balances and writes their ledger entries, in the given order, in one statement for any number of grants. Locks users in the
 * order of their ids, as everywhere. Call it in `runGrantingTransaction`.
 * @returns the balance of each user after all of the grants
 * @throws when a user does not exist or an entry is written already: the caller's transaction must then roll back
 */
export async function grantCredits(tx: Tx, grants: readonly Grant[], now: Date): Promise<Map<string, number>> {
  if (grants.length === 0) return new Map();
  const rows = await tx.$queryRaw<{ id: string; credits: number }[]>`
    WITH requested AS MATERIALIZED (
      SELECT * FROM unnest(
        ${grants.map((g) => g.entryId)}::text[], ${grants.map((g) => g.userId)}::text[], ${grants.map((g) => g.delta)}::int[],
        ${grants.map((g) => g.reason)}::text[], ${grants.map((g) => g.reference)}::text[], ${grants.map((g) => g.actorId ?? null)}::text[],
        ${grants.map((g) => g.apiKeyId ?? null)}::text[]
      ) WITH ORDINALITY AS g(id, "userId", delta, reason, reference, actor, api_key, position)
    ),
    totals AS MATERIALIZED (SELECT "userId", sum(delta)::int AS delta FROM requested GROUP BY "userId"),
    locked AS MATERIALIZED (
      SELECT u.id FROM totals JOIN "user" u ON u.id = totals."userId" ORDER BY u.id FOR NO KEY UPDATE OF u
    ),
    changed AS (
      UPDATE "user" AS u SET credits = u.credits + totals.delta, "updatedAt" = ${now}::timestamptz
      FROM locked JOIN totals ON totals."userId" = locked.id
      WHERE u.id = locked.id
      RETURNING u.id, u.credits
    ),
    entries AS (
      INSERT INTO credit_ledger (id, "userId", delta, reason, "paymentId", "actorId", "apiKeyId", "balanceAfter", "createdAt")
      SELECT requested.id, "userId", delta, reason, reference, actor, api_key, credits - ${sumOfLaterGrants}, ${now}::timestamptz
      FROM requested JOIN changed ON changed.id = requested."userId" ORDER BY position
      RETURNING id, seq, "userId", delta, reason, "paymentId", "balanceAfter", "createdAt"
    ) ${writeDeliveries(GRANTED)}
    SELECT id, credits, ${queueDeliveries} AS webhooks FROM changed`;
  const users = new Set(grants.map(({ userId }) => userId));
  invariant(rows.length === users.size, "every user who is granted credits exists");
  grantsOf.get(tx)?.push(...grants);
  return new Map(rows.map((row) => [row.id, row.credits]));
}

/** The events of grants. A refund is none: it returns what the user had. */
const GRANTED = Prisma.sql`
  SELECT "userId", ${"credits.granted" satisfies WebhookEvent}::text AS type, "createdAt" AS at, seq AS position,
    json_build_object('id', id, 'credits', delta, 'reason', reason, 'reference', "paymentId", 'balance', "balanceAfter") AS data
  FROM entries WHERE delta > 0 AND reason <> 'refund'`;

/** The sum of the same user's later grants: the final balance less this sum is the balance after an entry. */
const sumOfLaterGrants = Prisma.sql`coalesce(
  sum(delta) OVER (PARTITION BY "userId" ORDER BY position ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING), 0)`;
