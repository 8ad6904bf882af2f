import type { SpendingReason } from "@app/core/ledger/ledger-reasons";
import type { WebhookEvent } from "@app/core/webhooks/webhook-events";
import { type DbOrTx, Prisma } from "@app/db/client/db";
import { queueDeliveries, writeDeliveries } from "../webhooks/publish";
import { queueLowBalanceMails } from "./low-balance-mail";
import { WITH_API_KEY, WITH_IDEMPOTENCY_KEY, WITHOUT_API_KEY, WITHOUT_IDEMPOTENCY_KEY } from "./spend-keys";

export interface Spend {
  /** Id of the ledger entry: the chat message, generation or completion that is paid for. The same spend can never be entered twice. */
  entryId: string;
  userId: string;
  /** Whole credits, above zero. */
  costCredits: number;
  reason: SpendingReason;
  /** What the ledger entry refers to: a generation, a chat session or a completion. */
  reference: string;
  now: Date;
  /** Idempotency-Key of the request that is charged. At most one spend is granted for a key. */
  claimedKey: string | undefined;
  /** The API key that the request was made with. Its credit limit is checked with the balance. */
  apiKeyId?: string | undefined;
  /** When the spend takes the balance from above this number to it or below, the user and the user's webhooks are told. Absent: never. */
  lowThreshold?: number | undefined;
}

/**
 * Further writes of a spend's statement, for each granted spend in it, so that a charge and the row it pays for are written together or
 * not at all. The SQL text is the same for any number of rows: they are passed as arrays, in the order of the spends.
 */
export interface CompanionWrites<Row> {
  /** A further condition on a spend. */
  condition?: {
    /** In terms of `ordered` ("userId", reference). */
    sql: Prisma.Sql;
    /** Throws the error of a spend that does not meet the condition. */
    require: (db: DbOrTx, spend: Spend) => Promise<void>;
  };
  /** WITH members, each beginning with a comma. They join `granted` by position, which counts rows from 1. */
  write: (rows: readonly Row[]) => Prisma.Sql;
  /** A JSON value that is read for each row of `granted`, without what the spend itself has written. */
  read?: Prisma.Sql;
}

export interface GrantedSpend {
  remainingCredits: number;
  /** The value of `CompanionWrites.read`. */
  read: unknown;
}

export interface OrderedSpend<Row> {
  spend: Spend;
  row: Row;
}

/**
 * Takes the credits of many spends and writes their entries in one statement. Spends of one user are granted in the given order as long as
 * the balance lasts. Those after the first refused one may be refused too, although the balance would pay for them.
 *
 * Locks users first, in the order of their ids, as everywhere, and then the Idempotency-Keys and API keys: of two charges under one key the
 * second then sees the first. A user's row is updated before the entries are inserted, because the entries' foreign key check slows down the other
 * order on a busy row.
 * @returns the result of each spend, null for a refused one
 */
export async function writeSpends<Row>(
  db: DbOrTx,
  spends: readonly OrderedSpend<Row>[],
  companion: CompanionWrites<Row> | null,
  announcement: typeof QUIETLY,
): Promise<(GrantedSpend | null)[]> {
  const [only] = spends;
  if (only && spends.length === 1 && announcement === QUIETLY && isPlain(only.spend) && !companion?.condition)
    return [await writeSpend(db, only, companion)];
  const apiKeys = spends.some(({ spend }) => spend.apiKeyId !== undefined) ? WITH_API_KEY : WITHOUT_API_KEY;
  const keys = spends.some(({ spend }) => spend.claimedKey !== undefined)
    ? WITH_IDEMPOTENCY_KEY
    : WITHOUT_IDEMPOTENCY_KEY;
  const rows = await db.$queryRaw<{ position: bigint; balance: number; read: unknown }[]>`
    WITH ${orderedSpends(spends)}, locked AS MATERIALIZED (
      SELECT id, credits FROM "user" WHERE id = ANY(${[...new Set(spends.map(({ spend }) => spend.userId))]}::text[])
      ORDER BY id FOR NO KEY UPDATE
    ) ${keys.freeKeys} ${apiKeys.usableKeys}, granted AS MATERIALIZED (
      SELECT may.*, (locked.credits - may.until)::int AS balance
      FROM (
        SELECT ordered.*, sum(cost) OVER (PARTITION BY ordered."userId" ORDER BY position) AS until
        FROM ${apiKeys.ordered}
        WHERE ${companion?.condition?.sql ?? Prisma.sql`true`} AND ${keys.mayBeCharged} AND ${apiKeys.mayBeCharged}
      ) AS may JOIN locked ON locked.id = may."userId"
      WHERE may.until <= locked.credits AND ${announcement.mayBeGranted}
    ), spent AS (
      UPDATE "user" SET credits = credits - total.cost, "updatedAt" = total.at
      FROM (SELECT "userId", sum(cost)::int AS cost, max(at) AS at FROM granted GROUP BY "userId") AS total
      WHERE "user".id = total."userId"
    ), entry AS (
      INSERT INTO credit_ledger (id, "userId", delta, reason, "paymentId", "balanceAfter", "apiKeyId", "createdAt")
      SELECT "entryId", "userId", -cost, reason, reference, balance, api_key, at FROM granted ORDER BY position
    ) ${keys.chargeKeys} ${apiKeys.chargeKeys} ${companion === null ? Prisma.empty : companion.write(spends.map(({ row }) => row))}
    ${announcement.write}
    SELECT position, balance, ${companion?.read ?? Prisma.sql`NULL::json`} AS read, ${announcement.queue} AS queued FROM granted`;
  const granted = new Map(rows.map((row) => [Number(row.position), row]));
  return spends.map((_, index) => {
    const row = granted.get(index + 1);
    return row === undefined ? null : { remainingCredits: row.balance, read: row.read };
  });
}

/**
 * That a spend after which this much is taken in all does not cross the low threshold. Otherwise also false for the user's later spends in
 * the statement, whose balances depend on it.
 */
const isQuiet = (credits: Prisma.Sql, taken: Prisma.Sql) =>
  Prisma.sql`(${credits} > low_threshold AND ${credits} - ${taken} <= low_threshold) IS NOT TRUE`;

/**
 * The statement of a batch refuses a spend that crosses the threshold, and so does not pay for the writes of that rare spend, of which the
 * user and the user's webhooks are told: with them a lone spend took 14 % longer and a full batch 5 to 9 %, without them 3 %.
 */
export const QUIETLY = {
  mayBeGranted: isQuiet(Prisma.sql`locked.credits`, Prisma.sql`may.until`),
  write: Prisma.empty,
  queue: Prisma.sql`NULL::int`,
};

const crosses = Prisma.sql`balance <= low_threshold AND balance + cost > low_threshold`;

/** The statement of a spend by itself writes the event of the threshold that it crosses, and queues the mail. */
export const ANNOUNCING = {
  mayBeGranted: Prisma.sql`true`,
  write: writeDeliveries(Prisma.sql`
    SELECT "userId", ${"credits.low" satisfies WebhookEvent}::text AS type, at, position,
      json_build_object('balance', balance, 'threshold', low_threshold) AS data
    FROM granted WHERE ${crosses}`),
  queue: Prisma.sql`${queueDeliveries} + ${queueLowBalanceMails(crosses)}`,
};

/** Whether a spend has neither an Idempotency-Key nor an API key. */
const isPlain = ({ claimedKey, apiKeyId }: Spend) => claimedKey === undefined && apiKeyId === undefined;

/**
 * The same for one spend without a key or a further condition. A lone spend is waited for by its user, and the statement for many takes
 * 1.6 times as long.
 */
async function writeSpend<Row>(
  db: DbOrTx,
  { spend, row }: OrderedSpend<Row>,
  companion: CompanionWrites<Row> | null,
): Promise<GrantedSpend | null> {
  const [granted] = await db.$queryRaw<{ balance: number; read: unknown }[]>`
    WITH granted AS (
      UPDATE "user" SET credits = credits - cost, "updatedAt" = at
      FROM (
        SELECT 1::bigint AS position, ${spend.entryId}::text AS "entryId", ${spend.costCredits}::int AS cost,
          ${spend.reason}::text AS reason, ${spend.reference}::text AS reference, ${spend.now}::timestamptz AS at,
          ${spend.lowThreshold ?? null}::int AS low_threshold
      ) AS ordered
      WHERE "user".id = ${spend.userId} AND credits >= cost
        AND ${isQuiet(Prisma.sql`credits`, Prisma.sql`cost`)}
      RETURNING ordered.*, "user".id AS "userId", credits AS balance
    ) ${companion === null ? Prisma.empty : companion.write([row])}
    INSERT INTO credit_ledger (id, "userId", delta, reason, "paymentId", "balanceAfter", "createdAt")
    SELECT "entryId", "userId", -cost, reason, reference, balance, at FROM granted
    RETURNING "balanceAfter" AS balance, ${companion?.read ? Prisma.sql`(SELECT ${companion.read} FROM granted)` : Prisma.sql`NULL::json`} AS read`;
  return granted ? { remainingCredits: granted.balance, read: granted.read } : null;
}

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
      ${spends.map(({ spend }) => spend.entryId)}::text[], ${spends.map(({ spend }) => spend.userId)}::text[],
      ${spends.map(({ spend }) => spend.costCredits)}::int[], ${spends.map(({ spend }) => spend.reason)}::text[],
      ${spends.map(({ spend }) => spend.reference)}::text[], ${spends.map(({ spend }) => spend.claimedKey ?? null)}::text[],
      ${isFirstOfKey}::bool[], ${spends.map(({ spend }) => spend.apiKeyId ?? null)}::text[],
      ${spends.map(({ spend }) => spend.now)}::timestamptz[], ${spends.map(({ spend }) => spend.lowThreshold ?? null)}::int[]
    ) WITH ORDINALITY AS o("entryId", "userId", cost, reason, reference, key, is_first_of_key, api_key, at, low_threshold, position)
  )`;
}
