import { createHash } from "node:crypto";
import { AppError } from "@app/core/errors";
import type { ServiceContext } from "../context";
import type { LimitName } from "./limits";

/** One thing that was done, and whose count it goes on: a user, an account's address, a network address. */
export interface Hit {
  limit: LimitName;
  subject: string;
}

const HITS_MAX = 1_000_000_000;

/**
 * Counts something on every limit it is under, in one statement that holds across processes. Counted before it is done, so that no
 * number of requests at once gets past.
 * @throws AppError `rate_limited` with the seconds to wait when one of the limits is passed
 */
export async function takeHits(ctx: ServiceContext, hits: readonly Hit[]): Promise<void> {
  const { limits } = ctx.config;
  if (!limits) return;
  const now = ctx.now();
  const counted = hits.map((hit) => ({ key: keyOf(hit), ...limits.rates[hit.limit] }));
  const windows = await ctx.db.$queryRaw<{ key: string; hits: number; endsAt: Date }[]>`
    INSERT INTO rate_limit (key, hits, "endsAt")
    SELECT key, 1, ${now}::timestamptz + seconds * interval '1 second'
    FROM unnest(${counted.map(({ key }) => key)}::text[], ${counted.map(({ windowSeconds }) => windowSeconds)}::int[]) AS hit(key, seconds)
    ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN rate_limit."endsAt" <= ${now}::timestamptz THEN 1 ELSE least(rate_limit.hits, ${HITS_MAX}::int) + 1 END,
      "endsAt" = CASE WHEN rate_limit."endsAt" <= ${now}::timestamptz THEN excluded."endsAt" ELSE rate_limit."endsAt" END
    RETURNING key, hits, "endsAt"`;
  const passed = windows.filter(({ key, hits }) => hits > (counted.find((limit) => limit.key === key)?.max ?? 0));
  if (passed.length === 0) return;
  const waitMs = Math.max(...passed.map(({ endsAt }) => endsAt.getTime() - now.getTime()));
  throw new AppError("rate_limited", "Too many requests", { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/** Takes hits back: what turned out to be harmless, as the right password, does not count. */
export async function giveHitsBack(ctx: ServiceContext, hits: readonly Hit[]): Promise<void> {
  if (!ctx.config.limits) return;
  await ctx.db.$executeRaw`
    UPDATE rate_limit SET hits = hits - 1
    FROM (SELECT key FROM rate_limit WHERE key = ANY(${hits.map(keyOf)}::text[]) ORDER BY key FOR NO KEY UPDATE) AS locked
    WHERE rate_limit.key = locked.key AND hits > 0`;
}

function keyOf({ limit, subject }: Hit): string {
  return `${limit}:${createHash("sha256").update(subject).digest("base64url")}`;
}
