import { invariant } from "@app/core/errors";
import { Prisma, type Tx } from "@app/db/client";

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
 * Changes balances and writes their ledger entries, in the order given, in a handful of statements however many grants there are.
 * Users are locked in the order of their ids, as everywhere.
 * @returns the balance of each user after all of the grants
 * @throws when a user does not exist: the caller's transaction must then roll back
 */
export async function grantCredits(tx: Tx, grants: readonly Grant[], now: Date): Promise<Map<string, number>> {
  const totals = new Map<string, number>();
  for (const grant of grants) totals.set(grant.userId, (totals.get(grant.userId) ?? 0) + grant.delta);
  if (totals.size === 0) return new Map();

  const balances = await addToBalances(tx, totals, now);
  const running = new Map([...balances].map(([userId, credits]) => [userId, credits - (totals.get(userId) ?? 0)]));
  const balanceAfter = grants.map((grant) => {
    const balance = (running.get(grant.userId) ?? 0) + grant.delta;
    running.set(grant.userId, balance);
    return balance;
  });
  await tx.$executeRaw`
    INSERT INTO credit_ledger (id, "userId", delta, reason, "paymentId", "actorId", "balanceAfter", "createdAt")
    SELECT id, "userId", delta, reason, reference, actor, balance, ${now}::timestamptz
    FROM unnest(
      ${grants.map((g) => g.entryId)}::text[], ${grants.map((g) => g.userId)}::text[], ${grants.map((g) => g.delta)}::int[],
      ${grants.map((g) => g.reason)}::text[], ${grants.map((g) => g.reference)}::text[], ${grants.map((g) => g.actorId ?? null)}::text[],
      ${balanceAfter}::int[]
    ) WITH ORDINALITY AS g(id, "userId", delta, reason, reference, actor, balance, position)
    ORDER BY position`;
  return balances;
}

async function addToBalances(tx: Tx, totals: ReadonlyMap<string, number>, now: Date): Promise<Map<string, number>> {
  const userIds = [...totals.keys()].sort();
  if (userIds.length > 1) await lockUsers(tx, userIds);
  const rows = await tx.$queryRaw<{ id: string; credits: number }[]>`
    UPDATE "user" SET credits = credits + totals.delta, "updatedAt" = ${now}::timestamptz
    FROM unnest(${userIds}::text[], ${userIds.map((id) => totals.get(id) ?? 0)}::int[]) AS totals(id, delta)
    WHERE "user".id = totals.id
    RETURNING "user".id, "user".credits`;
  invariant(rows.length === userIds.length, "every user who is granted credits exists");
  return new Map(rows.map((row) => [row.id, row.credits]));
}

async function lockUsers(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.$queryRaw(
    Prisma.sql`SELECT id FROM "user" WHERE id = ANY(${userIds}::text[]) ORDER BY id FOR NO KEY UPDATE`,
  );
}
