import { invariant } from "@app/core/errors";
import { Prisma, type Tx } from "@app/db/client/db";

export interface Grant {
  /** Primary key of the ledger entry: the same grant can never be written twice. */
  entryId: string;
  userId: string;
  /** Whole credits; negative only for an administrator's adjustment. */
  delta: number;
  reason: string;
  reference: string | null;
  /** The administrator who made it. */
  actorId?: string;
}

/**
 * Changes balances and writes their ledger entries, in the order given, in one statement however many grants there are. Users are locked
 * in the order of their ids, as everywhere.
 * @returns the balance of each user after all of the grants
 * @throws when a user does not exist: the caller's transaction must then roll back
 */
export async function grantCredits(tx: Tx, grants: readonly Grant[], now: Date): Promise<Map<string, number>> {
  if (grants.length === 0) return new Map();
  const rows = await tx.$queryRaw<{ id: string; credits: number }[]>`
    WITH given AS MATERIALIZED (
      SELECT * FROM unnest(
        ${grants.map((g) => g.entryId)}::text[], ${grants.map((g) => g.userId)}::text[], ${grants.map((g) => g.delta)}::int[],
        ${grants.map((g) => g.reason)}::text[], ${grants.map((g) => g.reference)}::text[], ${grants.map((g) => g.actorId ?? null)}::text[]
      ) WITH ORDINALITY AS g(id, "userId", delta, reason, reference, actor, position)
    ),
    totals AS MATERIALIZED (SELECT "userId", sum(delta)::int AS delta FROM given GROUP BY "userId"),
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
      INSERT INTO credit_ledger (id, "userId", delta, reason, "paymentId", "actorId", "balanceAfter", "createdAt")
      SELECT given.id, "userId", delta, reason, reference, actor, credits - ${grantedLater}, ${now}::timestamptz
      FROM given JOIN changed ON changed.id = given."userId" ORDER BY position
    )
    SELECT id, credits FROM changed`;
  const users = new Set(grants.map(({ userId }) => userId));
  invariant(rows.length === users.size, "every user who is granted credits exists");
  return new Map(rows.map((row) => [row.id, row.credits]));
}

/** Of the grants to the same user, the sum of those behind this one. */
const grantedLater = Prisma.sql`coalesce(
  sum(delta) OVER (PARTITION BY "userId" ORDER BY position ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING), 0)`;
