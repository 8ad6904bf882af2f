import { AppError } from "@app/core/errors";
import { type Db, type DbOrTx, Prisma, type Tx } from "@app/db/client/db";
import type { Logger } from "pino";
import { createBatcher, perDatabase } from "../platform/batch";
import type { Metrics } from "../platform/metrics";
import { type WriteAgainContext, writeAgain } from "../platform/write-again";
import {
  ANNOUNCING,
  type CompanionWrites,
  type GrantedSpend,
  type OrderedSpend,
  QUIETLY,
  type Spend,
  writeSpends,
} from "./write-spends";

/** Whether a spend was granted, and the balance after it. */
export type SpendResult = ({ spent: true } & GrantedSpend) | { spent: false; remainingCredits: number };

type SpendOne = (order: OrderedSpend<unknown>, ctx: WriteAgainContext) => Promise<SpendResult>;

/** Spends with the same companion writes share statements. */
const spendersOf = perDatabase(() => new Map<CompanionWrites<never> | null, SpendOne>());

/**
 * Takes credits, and writes the ledger entry and the companion row, together or not at all. Concurrent spends share statements. The balance
 * never goes below zero.
 * @throws AppError `conflict` when another request was charged under the same Idempotency-Key meanwhile
 */
export async function spendCredits<Row>(
  { db, metrics, ...ctx }: { db: Db; metrics?: Metrics } & WriteAgainContext,
  spend: Spend,
  companion: CompanionWrites<Row> | null = null,
  row?: Row,
): Promise<SpendResult> {
  const spenders = spendersOf(db);
  const spendOne = spenders.get(companion) ?? createBatchedSpend(db, companion as CompanionWrites<unknown> | null);
  spenders.set(companion, spendOne);
  const result = await spendOne({ spend, row }, ctx);
  if (metrics) reportSpend(metrics, spend, result);
  return result;
}

/** Reports a spend that is committed, or was refused. */
export function reportSpend(metrics: Metrics, { reason, costCredits }: Spend, { spent }: SpendResult): void {
  if (spent) metrics.creditsSpent(reason, costCredits);
  else metrics.spendRefused(reason);
}

/** `spendCredits` within the caller's transaction. The caller reports it after the commit. */
export async function spendCreditsWithin<Row>(
  tx: Tx,
  spend: Spend,
  companion: CompanionWrites<Row>,
  row: Row,
): Promise<SpendResult> {
  return spendAlone(tx, { spend, row }, companion);
}

function createBatchedSpend(db: Db, companion: CompanionWrites<unknown> | null): SpendOne {
  /** The spends whose statement failed: it may have been committed, and only its response lost. */
  const uncertain = new WeakSet<OrderedSpend<unknown>>();
  const writeInBatch = createBatcher(async (orders: readonly OrderedSpend<unknown>[]) => {
    try {
      return await writeSpends(db, orders, companion, QUIETLY);
    } catch (error) {
      for (const order of orders) uncertain.add(order);
      throw error;
    }
  });
  const spendOnce = async (order: OrderedSpend<unknown>, log?: Logger): Promise<SpendResult> => {
    const granted = await writeInBatch(order, log);
    // A refusal may be due to the other spends of the batch, or to the low threshold, so the spend is tried again by itself.
    return granted === null ? spendAlone(db, order, companion) : { spent: true, ...granted };
  };
  return async (order, ctx) => {
    const outcome = await spendOnce(order, ctx.log).catch((error: unknown) => ({ error }));
    if ("error" in outcome && !(outcome.error instanceof AppError)) uncertain.add(order);
    const isSpent = "spent" in outcome && outcome.spent;
    // A spend that was made has taken the credits and the key that its repetition needs, so a refusal of that says nothing.
    const made = !isSpent && uncertain.has(order) ? await findMadeSpend({ ...ctx, db }, order.spend, companion) : null;
    return made ?? resultOf(outcome);
  };
}

function resultOf(outcome: SpendResult | { error: unknown }): SpendResult {
  if ("error" in outcome) throw outcome.error;
  return outcome;
}

/**
 * Finds a spend that was made although its statement or transaction failed: it was committed, and its response lost. Waits for a statement
 * that still runs although its connection is gone, by locking the user, and tries again where the database is unreachable for a moment.
 * @returns null where it was not made, or the database stays unreachable
 */
export async function findMadeSpend(
  { db, ...ctx }: { db: Db } & WriteAgainContext,
  { entryId, userId }: Spend,
  companion: CompanionWrites<never> | null,
): Promise<(SpendResult & { spent: true }) | null> {
  const find = () =>
    db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${userId} FOR NO KEY UPDATE`;
      return tx.$queryRaw<{ remainingCredits: number; read: unknown }[]>`
        SELECT balance AS "remainingCredits", ${companion?.read ?? Prisma.sql`NULL::json`} AS read
        FROM (
          SELECT id AS "entryId", "userId", "paymentId" AS reference, "balanceAfter" AS balance FROM credit_ledger
          WHERE id = ${entryId} AND "userId" = ${userId}
        ) AS granted`;
    });
  try {
    const [made] = await writeAgain(ctx, entryId, find);
    if (!made) return null;
    ctx.log?.warn({ entryId }, "the response to a spend was lost, but its entry is there");
    return { spent: true, ...made };
  } catch (error) {
    ctx.log?.error({ err: error, entryId }, "it is unknown whether a spend was made");
    return null;
  }
}

async function spendAlone<Row>(
  db: DbOrTx,
  order: OrderedSpend<Row>,
  companion: CompanionWrites<Row> | null,
): Promise<SpendResult> {
  const [granted] = await writeSpends(db, [order], companion, ANNOUNCING);
  if (granted) return { spent: true, ...granted };
  const { userId, costCredits, claimedKey } = order.spend;
  await companion?.condition?.require(db, order.spend);
  // A statement of its own: the one above may have waited for a lock, and sees the balance from before that.
  const user = await db.user.findUnique({ where: { id: userId }, select: { credits: true } });
  const remainingCredits = user?.credits ?? 0;
  await requireApiKeyLimit(db, order.spend, remainingCredits);
  if (claimedKey !== undefined && remainingCredits >= costCredits) {
    throw new AppError("conflict", "The first request with this Idempotency-Key is still in progress");
  }
  return { spent: false, remainingCredits };
}

/**
 * Throws the reason why an API key refused a spend, if it was the key.
 * @throws AppError `insufficient_credits` over the key's limit, `unauthorized` when it was revoked or expired meanwhile
 */
async function requireApiKeyLimit(db: DbOrTx, spend: Spend, remainingCredits: number): Promise<void> {
  const { apiKeyId, costCredits, now } = spend;
  if (apiKeyId === undefined) return;
  const key = await db.apiKey.findUnique({ where: { id: apiKeyId } });
  if (!key || key.revokedAt || (key.expiresAt && key.expiresAt <= now))
    throw new AppError("unauthorized", "Unauthorized");
  if (key.creditLimit !== null && key.creditsUsed + costCredits > key.creditLimit)
    throw new AppError("insufficient_credits", "API key credit limit reached", { fields: { remainingCredits } });
}
