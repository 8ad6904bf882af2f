import { createHash } from "node:crypto";
import { AppError } from "@app/core/errors";
import type { ServiceContext } from "../context";
import { incrementCounters } from "./count-hits";
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
