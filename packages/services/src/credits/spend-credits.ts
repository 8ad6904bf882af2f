import { AppError } from "@app/core/errors";
import { type DbOrTx, Prisma } from "@app/db/client";
import { v7 as uuid } from "uuid";

export interface Spend {
  userId: string;
  /** Whole credits, above zero. */
  costCredits: number;
  reason: "chat_usage" | "image_generation" | "video_generation";
  /** What the credits are spent on: a generation or a chat session. */
  reference: string;
  now: Date;
  /** Idempotency-Key of the request this is the charge of: it is taken at most once for a key. */
  claimedKey: string | undefined;
}

/** What became of a spend, and the balance after it. */
export interface SpendResult {
  spent: boolean;
  remainingCredits: number;
}

/**
 * The spend as the leading part of a WITH clause: `spent` holds one row when the balance sufficed and none when it did not.
 * A use case appends what must exist if and only if the credits were taken, so that no crash can part the two.
 * The user is updated before the entry is inserted: the other way round the entry's foreign key check slows down a busy row.
 */
export function spendClause(spend: Spend): Prisma.Sql {
  const { claimedKey } = spend;
  const isFirst = claimedKey === undefined ? Prisma.empty : Prisma.sql`AND EXISTS (SELECT FROM free_key)`;
  return Prisma.sql`
    WITH ${claimedKey === undefined ? Prisma.empty : freeKey(spend.userId, claimedKey)} spent AS (
      UPDATE "user" SET credits = credits - ${spend.costCredits}::int, "updatedAt" = ${spend.now}::timestamptz
      WHERE id = ${spend.userId} AND credits >= ${spend.costCredits}::int ${isFirst}
      RETURNING id, credits
    ), entry AS (
      INSERT INTO credit_ledger (id, "userId", delta, reason, "paymentId", "balanceAfter", "createdAt")
      SELECT ${uuid()}, id, -${spend.costCredits}::int, ${spend.reason}, ${spend.reference}, credits, ${spend.now}::timestamptz FROM spent
    ) ${claimedKey === undefined ? Prisma.empty : markCharged(spend, claimedKey)}`;
}

/** The request's key, unless it has a charge already: locked, so that of two requests under it the second finds the first one's. */
function freeKey(userId: string, claimedKey: string): Prisma.Sql {
  return Prisma.sql`free_key AS (
    SELECT key FROM idempotency_key WHERE "userId" = ${userId} AND key = ${claimedKey} AND reference IS NULL FOR NO KEY UPDATE
  ),`;
}

/** Notes on the key what was charged; nothing where the credits did not suffice, so that the key can be given back. */
function markCharged(spend: Spend, claimedKey: string): Prisma.Sql {
  return Prisma.sql`, charged_key AS (
    UPDATE idempotency_key SET reference = ${spend.reference}
    FROM spent WHERE idempotency_key."userId" = spent.id AND idempotency_key.key = ${claimedKey}
  )`;
}

/**
 * Runs a spend with `rest` (further WITH members, each starting with a comma) as one statement.
 * @throws AppError `conflict` when another request was charged under the same Idempotency-Key meanwhile
 */
export async function spendCredits(db: DbOrTx, spend: Spend, rest: Prisma.Sql = Prisma.empty): Promise<SpendResult> {
  const rows = await db.$queryRaw<{ credits: number }[]>`${spendClause(spend)} ${rest} SELECT credits FROM spent`;
  const [spent] = rows;
  if (spent) return { spent: true, remainingCredits: spent.credits };
  // Asked for apart: the statement above sees the balance from before whoever it had to wait for.
  const user = await db.user.findUnique({ where: { id: spend.userId }, select: { credits: true } });
  const remainingCredits = user?.credits ?? 0;
  if (spend.claimedKey !== undefined && remainingCredits >= spend.costCredits) {
    throw new AppError("conflict", "The first request with this Idempotency-Key is still in progress");
  }
  return { spent: false, remainingCredits };
}
