import type { ServiceContext } from "../context";

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
