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
  return Prisma.sql`
    WITH spent AS (
      UPDATE "user" SET credits = credits - ${spend.costCredits}::int, "updatedAt" = ${spend.now}::timestamptz
      WHERE id = ${spend.userId} AND credits >= ${spend.costCredits}::int
      RETURNING id, credits
    ), entry AS (
      INSERT INTO credit_ledger (id, "userId", delta, reason, "paymentId", "balanceAfter", "createdAt")
      SELECT ${uuid()}, id, -${spend.costCredits}::int, ${spend.reason}, ${spend.reference}, credits, ${spend.now}::timestamptz FROM spent
    )`;
}

/** Runs a spend with `rest` (further WITH members, each starting with a comma) as one statement. */
export async function spendCredits(db: DbOrTx, spend: Spend, rest: Prisma.Sql = Prisma.empty): Promise<SpendResult> {
  const rows = await db.$queryRaw<{ after: number | null; before: number }[]>`
    ${spendClause(spend)} ${rest}
    SELECT (SELECT credits FROM spent) AS after, (SELECT credits FROM "user" WHERE id = ${spend.userId}) AS before`;
  const balance = rows[0];
  const spent = balance !== undefined && balance.after !== null;
  return { spent, remainingCredits: balance?.after ?? balance?.before ?? 0 };
}
