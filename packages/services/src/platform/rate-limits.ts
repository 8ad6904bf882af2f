import { createHash } from "node:crypto";
import { AppError, invariant } from "@app/core/errors";
import type { Db } from "@app/db/client/db";
import type { ServiceContext, UserContext } from "../context";
import { batchPerDatabase } from "./batch";
import { CLOCK_DIFFERENCE_MAX_MS } from "./database-clock";
import type { LimitName } from "./limits";

/** One use of a limit by one subject: a user, an API key, an account's address or a network address. */
export interface RateLimitUse {
  limit: LimitName;
  subject: string;
  /** Multiplies the limit for this subject; 1 when absent. */
  factor?: number;
  /** How much this use counts; 1 when absent. */
  amount?: number;
}

/**
 * Counts a request on all of its limits in one statement, for all processes. It counts before the work is done, so that concurrent
 * requests cannot exceed a limit.
 * @throws AppError `rate_limited` with the seconds to wait when one of the limits is exceeded
 */
export async function consumeRateLimits(ctx: ServiceContext, uses: readonly RateLimitUse[]): Promise<void> {
  const { limits } = ctx.config;
  if (!limits || uses.length === 0) return;
  const now = ctx.now();
  const counted = uses.map((use) => {
    const { max, windowSeconds } = limits.rates[use.limit];
    return { key: keyOf(use), amount: use.amount, max: max * (use.factor ?? 1), windowSeconds };
  });
  const windows = await batchedIncrement(ctx.db, [counted, now], ctx.log);
  const exceeded = windows.filter(({ hits }, index) => hits > (counted[index]?.max ?? 0));
  if (exceeded.length === 0) return;
  const waitMs = Math.max(...exceeded.map(({ endsAt }) => endsAt.getTime() - now.getTime()));
  throw new AppError("rate_limited", "Too many requests", { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/** Takes uses back that should not count, such as a sign-in with the right password. By one each: not for uses with an `amount`. */
export async function restoreRateLimits(ctx: ServiceContext, uses: readonly RateLimitUse[]): Promise<void> {
  if (!ctx.config.limits || uses.length === 0) return;
  await ctx.db.$executeRaw`
    UPDATE rate_limit SET hits = hits - 1
    FROM (SELECT key FROM rate_limit WHERE key = ANY(${uses.map(keyOf)}::text[]) ORDER BY key FOR NO KEY UPDATE) AS locked
    WHERE rate_limit.key = locked.key AND hits > 0`;
}

function keyOf({ limit, subject }: RateLimitUse): string {
  return `${limit}:${createHash("sha256").update(subject).digest("base64url")}`;
}

/**
 * Counts a request of the acting user.
 * @throws AppError `rate_limited`
 */
export async function consumeUserLimit(ctx: UserContext, limit: LimitName): Promise<void> {
  await consumeRateLimits(ctx, [{ limit, subject: ctx.actor.id }]);
}

/** An increment of one counter. */
export interface CounterIncrement {
  key: string;
  windowSeconds: number;
  /** 1 when absent. */
  amount?: number | undefined;
}

/** A counter after the increment. `hits` is the column's name. */
export interface CounterWindow {
  hits: number;
  endsAt: Date;
}

const COUNTER_MAX = 1_000_000_000;
/** The counters that one request increments. */
type CounterRequest = readonly [keys: readonly CounterIncrement[], now: Date];

const batchedIncrement = batchPerDatabase(incrementCounters);

/**
 * One statement cannot update a row twice, so a key that several requests count gets the sum. Each request then gets the count as if the
 * requests had come one after the other.
 */
async function incrementCounters(db: Db, requests: readonly CounterRequest[]): Promise<CounterWindow[][]> {
  const sums = new Map<string, { windowSeconds: number; hits: number }>();
  const numbered = requests.map(([keys]) =>
    keys.map(({ key, windowSeconds, amount = 1 }) => {
      const number = (sums.get(key)?.hits ?? 0) + amount;
      sums.set(key, { windowSeconds, hits: number });
      return { key, number };
    }),
  );
  const now = new Date(Math.max(...requests.map(([, at]) => at.getTime())));
  const windows = await writeCounters(db, sums, now);
  return numbered.map((increments) =>
    increments.map(({ key, number }) => {
      const window = windows.get(key);
      invariant(window, "every counted key has a window");
      return { hits: window.hits - (sums.get(key)?.hits ?? 0) + number, endsAt: window.endsAt };
    }),
  );
}

/**
 * After a clock was ahead, windows that began then end too late: they are shortened to the end of a window that begins now. Small clock differences
 * between processes change nothing. Otherwise each process would shorten the windows of the others, and users could exceed the limits.
 */
async function writeCounters(
  db: Db,
  sums: ReadonlyMap<string, { windowSeconds: number; hits: number }>,
  now: Date,
): Promise<Map<string, CounterWindow>> {
  const keys = [...sums.keys()];
  const rows = await db.$queryRaw<(CounterWindow & { key: string })[]>`
    INSERT INTO rate_limit (key, hits, "endsAt")
    SELECT key, hits, ${now}::timestamptz + seconds * interval '1 second'
    FROM unnest(
      ${keys}::text[], ${[...sums.values()].map(({ hits }) => hits)}::int[],
      ${[...sums.values()].map(({ windowSeconds }) => windowSeconds)}::int[]
    ) AS increment(key, hits, seconds)
    ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN rate_limit."endsAt" <= ${now}::timestamptz THEN 0 ELSE least(rate_limit.hits, ${COUNTER_MAX}::int) END + excluded.hits,
      "endsAt" = CASE
        WHEN rate_limit."endsAt" <= ${now}::timestamptz THEN excluded."endsAt"
        WHEN rate_limit."endsAt" > excluded."endsAt" + ${CLOCK_DIFFERENCE_MAX_MS}::int * interval '1 millisecond' THEN excluded."endsAt"
        ELSE rate_limit."endsAt"
      END
    RETURNING key, hits, "endsAt"`;
  return new Map(rows.map(({ key, ...window }) => [key, window]));
}

const PURGE_BATCH_MAX = 10_000;

/** Deletes counters whose window has ended, and slots for running generations that have expired. */
export async function purgeLimits(ctx: ServiceContext): Promise<void> {
  const now = ctx.now();
  await ctx.db.$queryRaw`
    DELETE FROM rate_limit WHERE key IN (
      SELECT key FROM rate_limit WHERE "endsAt" <= ${now}::timestamptz ORDER BY "endsAt" LIMIT ${PURGE_BATCH_MAX}::int FOR UPDATE SKIP LOCKED
    )`;
  await ctx.db.$queryRaw`
    DELETE FROM running_generations WHERE "userId" IN (
      SELECT "userId" FROM running_generations WHERE "endsAt" <= ${now}::timestamptz ORDER BY "endsAt"
      LIMIT ${PURGE_BATCH_MAX}::int FOR UPDATE SKIP LOCKED
    )`;
}
