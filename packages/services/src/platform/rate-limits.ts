import { createHash } from "node:crypto";
import { AppError, invariant } from "@app/core/errors";
import type { Db } from "@app/db/client/db";
import type { ServiceContext, UserContext } from "../context";
import { batchPerDatabase } from "./batch";
import type { LimitName } from "./limits";

/** One thing that was done, and whose count it goes on: a user, an account's address, a network address. */
export interface RateLimitUse {
  limit: LimitName;
  subject: string;
  /** How many times the limit's allowance this subject has; 1 when absent. */
  factor?: number;
  /** How much it counts where not each is alike; 1 when absent. */
  amount?: number;
}

/**
 * Counts something on every limit it is under, in one statement that holds across processes. Counted before it is done, so that no
 * number of requests at once gets past.
 * @throws AppError `rate_limited` with the seconds to wait when one of the limits is passed
 */
export async function consumeRateLimits(ctx: ServiceContext, hits: readonly RateLimitUse[]): Promise<void> {
  const { limits } = ctx.config;
  if (!limits || hits.length === 0) return;
  const now = ctx.now();
  const counted = hits.map((hit) => {
    const { max, windowSeconds } = limits.rates[hit.limit];
    return { key: keyOf(hit), amount: hit.amount, max: max * (hit.factor ?? 1), windowSeconds };
  });
  const windows = await incrementCounters(ctx.db, counted, now);
  const passed = windows.filter(({ hits }, index) => hits > (counted[index]?.max ?? 0));
  if (passed.length === 0) return;
  const waitMs = Math.max(...passed.map(({ endsAt }) => endsAt.getTime() - now.getTime()));
  throw new AppError("rate_limited", "Too many requests", { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/** Takes hits back: what turned out to be harmless, as the right password, does not count. */
export async function restoreRateLimits(ctx: ServiceContext, hits: readonly RateLimitUse[]): Promise<void> {
  if (!ctx.config.limits || hits.length === 0) return;
  await ctx.db.$executeRaw`
    UPDATE rate_limit SET hits = hits - 1
    FROM (SELECT key FROM rate_limit WHERE key = ANY(${hits.map(keyOf)}::text[]) ORDER BY key FOR NO KEY UPDATE) AS locked
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

/** A limit's window that something is counted on. */
export interface CounterIncrement {
  key: string;
  windowSeconds: number;
  /** How much is counted at once; 1 when absent. */
  amount?: number | undefined;
}

/** A window as it is with the hit. */
export interface CounterWindow {
  hits: number;
  endsAt: Date;
}

const COUNTER_MAX = 1_000_000_000;
type CounterRequest = readonly [keys: readonly CounterIncrement[], now: Date];

const batchedIncrement = batchPerDatabase(incrementTogether);

/** Counts a hit on each of some windows, and tells what they are with it. What is counted at the same moment shares a statement. */
function incrementCounters(db: Db, keys: readonly CounterIncrement[], now: Date): Promise<CounterWindow[]> {
  return batchedIncrement(db, [keys, now]);
}

/** A key that is counted more than once is so in one go; each of its hits is then told its own number. */
async function incrementTogether(db: Db, countings: readonly CounterRequest[]): Promise<CounterWindow[][]> {
  const sums = new Map<string, { windowSeconds: number; hits: number }>();
  const numbered = countings.map(([keys]) =>
    keys.map(({ key, windowSeconds, amount = 1 }) => {
      const number = (sums.get(key)?.hits ?? 0) + amount;
      sums.set(key, { windowSeconds, hits: number });
      return { key, number };
    }),
  );
  const now = new Date(Math.max(...countings.map(([, at]) => at.getTime())));
  const windows = await writeCounters(db, sums, now);
  return numbered.map((hits) =>
    hits.map(({ key, number }) => {
      const window = windows.get(key);
      invariant(window, "every key that is counted has a window");
      return { hits: window.hits - (sums.get(key)?.hits ?? 0) + number, endsAt: window.endsAt };
    }),
  );
}

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
    ) AS hit(key, hits, seconds)
    ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN rate_limit."endsAt" <= ${now}::timestamptz THEN 0 ELSE least(rate_limit.hits, ${COUNTER_MAX}::int) END + excluded.hits,
      "endsAt" = CASE WHEN rate_limit."endsAt" <= ${now}::timestamptz THEN excluded."endsAt" ELSE rate_limit."endsAt" END
    RETURNING key, hits, "endsAt"`;
  return new Map(rows.map(({ key, ...window }) => [key, window]));
}

const PURGED_AT_ONCE_MAX = 10_000;

/** Forgets windows that are over, and whose generations are. */
export async function purgeLimits(ctx: ServiceContext): Promise<void> {
  const now = ctx.now();
  await ctx.db.$queryRaw`
    DELETE FROM rate_limit WHERE key IN (
      SELECT key FROM rate_limit WHERE "endsAt" <= ${now}::timestamptz ORDER BY "endsAt" LIMIT ${PURGED_AT_ONCE_MAX}::int FOR UPDATE SKIP LOCKED
    )`;
  await ctx.db.$queryRaw`
    DELETE FROM running_generations WHERE "userId" IN (
      SELECT "userId" FROM running_generations WHERE "endsAt" <= ${now}::timestamptz ORDER BY "endsAt"
      LIMIT ${PURGED_AT_ONCE_MAX}::int FOR UPDATE SKIP LOCKED
    )`;
}
