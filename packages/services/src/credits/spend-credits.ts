import { AppError } from "@app/core/errors";
import type { Db, DbOrTx, Tx } from "@app/db/client/db";
import { createBatcher, perDatabase } from "../platform/batch";
import { createId } from "../platform/create-id";
import { type CompanionWrites, type GrantedSpend, type OrderedSpend, type Spend, writeSpends } from "./write-spends";

/** What became of a spend, and the balance after it. */
export type SpendResult = ({ spent: true } & GrantedSpend) | { spent: false; remainingCredits: number };

type SpendOne = (order: OrderedSpend<unknown>) => Promise<SpendResult>;

/** Spends that write alike travel in the same statements. */
const spendersOf = perDatabase(() => new Map<CompanionWrites<never> | null, SpendOne>());

/**
 * Takes credits and writes the ledger entry, and `row` beside it, together or not at all. Spends at the same time share statements.
 * @throws AppError `conflict` when another request was charged under the same Idempotency-Key meanwhile
 */
export function spendCredits<Row>(
  db: Db,
  spend: Spend,
  beside: CompanionWrites<Row> | null = null,
  row?: Row,
): Promise<SpendResult> {
  const takes = spendersOf(db);
  const take = takes.get(beside) ?? createBatchedSpend(db, beside as CompanionWrites<unknown> | null);
  takes.set(beside, take);
  return take({ entryId: createId(), spend, row });
}

/** As `spendCredits`, within the caller's transaction. */
export async function spendCreditsWithin<Row>(
  tx: Tx,
  spend: Spend,
  beside: CompanionWrites<Row>,
  row: Row,
): Promise<SpendResult> {
  return spendAlone(tx, { entryId: createId(), spend, row }, beside);
}

function createBatchedSpend(db: Db, beside: CompanionWrites<unknown> | null): SpendOne {
  const gathered = createBatcher((orders: readonly OrderedSpend<unknown>[]) => writeSpends(db, orders, beside));
  return async (order) => {
    const granted = await gathered(order);
    // By itself it is decided upon, whatever it was gathered with.
    return granted === null ? spendAlone(db, order, beside) : { spent: true, ...granted };
  };
}

async function spendAlone<Row>(
  db: DbOrTx,
  order: OrderedSpend<Row>,
  beside: CompanionWrites<Row> | null,
): Promise<SpendResult> {
  const [granted] = await writeSpends(db, [order], beside);
  if (granted) return { spent: true, ...granted };
  const { userId, costCredits, claimedKey } = order.spend;
  await beside?.condition?.require(db, order.spend);
  // Asked for apart: the statement above sees the balance from before whoever it had to wait for.
  const user = await db.user.findUnique({ where: { id: userId }, select: { credits: true } });
  const remainingCredits = user?.credits ?? 0;
  if (claimedKey !== undefined && remainingCredits >= costCredits) {
    throw new AppError("conflict", "The first request with this Idempotency-Key is still in progress");
  }
  return { spent: false, remainingCredits };
}
