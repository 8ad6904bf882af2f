import type { ServiceContext } from "../context";

const PURGED_AT_ONCE_MAX = 10_000;

/** Forgets keys that are past their age. */
export async function purgeIdempotencyKeys(ctx: ServiceContext): Promise<void> {
  await ctx.db.$queryRaw`
    DELETE FROM idempotency_key WHERE ("userId", key) IN (
      SELECT "userId", key FROM idempotency_key WHERE "expiresAt" <= ${ctx.now()}::timestamptz LIMIT ${PURGED_AT_ONCE_MAX}::int
    )`;
}
