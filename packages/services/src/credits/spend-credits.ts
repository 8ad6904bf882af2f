import { AppError } from "@app/core/errors";
import { type Db, type DbOrTx, Prisma, type Tx } from "@app/db/client/db";
import { createBatcher } from "../platform/batch";
import { createId } from "../platform/create-id";
import { perDatabase } from "../platform/per-database";

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

/**
 * What else a spend's statement does, for every spend in it that is granted: no crash can part the two. Its text is the same for any
 * number of rows, which travel as arrays, in the order of the spends.
 */
export interface CompanionWrites<Row> {
  /** A further condition on a spend. */
  condition?: {
    /** In terms of `ordered` ("userId", reference). */
    sql: Prisma.Sql;
    /** Throws what a spend is refused with that does not meet it. */
    require: (db: DbOrTx, spend: Spend) => Promise<void>;
  };
  /** WITH members, each beginning with a comma. They join `granted` by position, which counts rows from 1. */
  write: (rows: readonly Row[]) => Prisma.Sql;
  /** A JSON value that is read for each row of `granted`, as of before the statement. */
  read?: Prisma.Sql;
}

/** A spend on its way to the database. The entry's id makes writing it a second time fail. */
interface OrderedSpend<Row> {
  entryId: string;
  spend: Spend;
  row: Row;
}

interface GrantedSpend {
  remainingCredits: number;
  read: unknown;
}

/**
 * Takes the credits of many spends and writes their entries in one statement. Spends of one user are granted in the given order, as long
 * as the balance lasts: those after the first that it does not suffice for are not decided upon.
 *
 * Users are locked first, in the order of their ids, as everywhere; then the requests' keys, so that of two charges under one key the
 * second finds the first. A user's row is updated before the entries are inserted: the other way round their foreign key check slows down
 * a busy row.
 * @returns of each spend what was granted, or null
 */
async function writeSpends<Row>(
  db: DbOrTx,
  spends: readonly OrderedSpend<Row>[],
  beside: CompanionWrites<Row> | null,
): Promise<(GrantedSpend | null)[]> {
  const [only] = spends;
  if (only && spends.length === 1 && only.spend.claimedKey === undefined && !beside?.condition)
    return [await writeSpend(db, only, beside)];
  const keyed = spends.some(({ spend }) => spend.claimedKey !== undefined)
    ? WITH_IDEMPOTENCY_KEY
    : WITHOUT_IDEMPOTENCY_KEY;
  const rows = await db.$queryRaw<{ position: bigint; balance: number; read: unknown }[]>`
    WITH ${orderedSpends(spends)}, locked AS MATERIALIZED (
      SELECT id, credits FROM "user" WHERE id = ANY(${[...new Set(spends.map(({ spend }) => spend.userId))]}::text[])
      ORDER BY id FOR NO KEY UPDATE
    ) ${keyed.freeKeys}, granted AS MATERIALIZED (
      SELECT may.*, (locked.credits - may.until)::int AS balance
      FROM (
        SELECT ordered.*, sum(cost) OVER (PARTITION BY ordered."userId" ORDER BY position) AS until
        FROM ordered
        WHERE ${beside?.condition?.sql ?? Prisma.sql`true`} AND ${keyed.mayBeCharged}
      ) AS may JOIN locked ON locked.id = may."userId"
      WHERE may.until <= locked.credits
    ), spent AS (
      UPDATE "user" SET credits = credits - taken.cost, "updatedAt" = taken.at
      FROM (SELECT "userId", sum(cost)::int AS cost, max(at) AS at FROM granted GROUP BY "userId") AS taken
      WHERE "user".id = taken."userId"
    ), entry AS (
      INSERT INTO credit_ledger (id, "userId", delta, reason, "paymentId", "balanceAfter", "createdAt")
      SELECT "entryId", "userId", -cost, reason, reference, balance, at FROM granted ORDER BY position
    ) ${keyed.chargeKeys} ${beside === null ? Prisma.empty : beside.write(spends.map(({ row }) => row))}
    SELECT position, balance, ${beside?.read ?? Prisma.sql`NULL::json`} AS read FROM granted`;
  const granted = new Map(rows.map((row) => [Number(row.position), row]));
  return spends.map((_, index) => {
    const row = granted.get(index + 1);
    return row === undefined ? null : { remainingCredits: row.balance, read: row.read };
  });
}

/**
 * The same for one spend that asks for nothing but its balance: a third of the work, which is most of what a lone spend waits for. The
 * entry is the statement itself and not a member of it, whose rows would be put by and read again.
 */
async function writeSpend<Row>(
  db: DbOrTx,
  { entryId, spend, row }: OrderedSpend<Row>,
  beside: CompanionWrites<Row> | null,
): Promise<GrantedSpend | null> {
  const [granted] = await db.$queryRaw<{ balance: number; read?: unknown }[]>`
    WITH granted AS (
      UPDATE "user" SET credits = credits - cost, "updatedAt" = at
      FROM (
        SELECT 1::bigint AS position, ${entryId}::text AS "entryId", ${spend.costCredits}::int AS cost, ${spend.reason}::text AS reason,
          ${spend.reference}::text AS reference, ${spend.now}::timestamptz AS at
      ) AS ordered
      WHERE "user".id = ${spend.userId} AND credits >= cost
      RETURNING ordered.*, "user".id AS "userId", credits AS balance
    ) ${beside === null ? Prisma.empty : beside.write([row])}
    INSERT INTO credit_ledger (id, "userId", delta, reason, "paymentId", "balanceAfter", "createdAt")
    SELECT "entryId", "userId", -cost, reason, reference, balance, at FROM granted
    RETURNING "balanceAfter" AS balance ${beside?.read ? Prisma.sql`, (SELECT ${beside.read} FROM granted) AS read` : Prisma.empty}`;
  return granted ? { remainingCredits: granted.balance, read: granted.read ?? null } : null;
}

/** The parts of the statement that look after Idempotency-Keys, where a spend has one. */
const WITH_IDEMPOTENCY_KEY = {
  freeKeys: Prisma.sql`, free_key AS MATERIALIZED (
    SELECT k."userId", k.key FROM idempotency_key k
    WHERE (SELECT count(*) FROM locked) > 0 AND k.reference IS NULL
      AND (k."userId", k.key) IN (SELECT "userId", key FROM ordered WHERE key IS NOT NULL)
    ORDER BY k."userId", k.key FOR NO KEY UPDATE
  )`,
  mayBeCharged: Prisma.sql`(key IS NULL
    OR (is_first_of_key AND (ordered."userId", key) IN (SELECT "userId", key FROM free_key)))`,
  chargeKeys: Prisma.sql`, charged_key AS (
    UPDATE idempotency_key SET reference = granted.reference
    FROM granted WHERE idempotency_key."userId" = granted."userId" AND idempotency_key.key = granted.key
  )`,
};
const WITHOUT_IDEMPOTENCY_KEY = { freeKeys: Prisma.empty, mayBeCharged: Prisma.sql`true`, chargeKeys: Prisma.empty };

function orderedSpends(spends: readonly OrderedSpend<unknown>[]): Prisma.Sql {
  const keys = new Set<string>();
  const isFirstOfKey = spends.map(({ spend: { userId, claimedKey } }) => {
    const key = JSON.stringify([userId, claimedKey]);
    const isFirst = !keys.has(key);
    keys.add(key);
    return isFirst;
  });
  return Prisma.sql`ordered AS (
    SELECT * FROM unnest(
      ${spends.map(({ entryId }) => entryId)}::text[], ${spends.map(({ spend }) => spend.userId)}::text[],
      ${spends.map(({ spend }) => spend.costCredits)}::int[], ${spends.map(({ spend }) => spend.reason)}::text[],
      ${spends.map(({ spend }) => spend.reference)}::text[], ${spends.map(({ spend }) => spend.claimedKey ?? null)}::text[],
      ${isFirstOfKey}::bool[], ${spends.map(({ spend }) => spend.now)}::timestamptz[]
    ) WITH ORDINALITY AS o("entryId", "userId", cost, reason, reference, key, is_first_of_key, at, position)
  )`;
}
