import { AppError } from "@app/core/errors";
import type { Tx } from "@app/db/client";
import type { ServiceContext, UserContext } from "../context";

/** No generation runs longer, a video's wait in its queue included: what a crash left here counts no more. */
const RUNNING_MAX_MS = 15 * 60 * 1000;
const RETRY_AFTER_SECONDS = 10;

/**
 * Begins a generation and counts it among those of the user that run, unless as many run as may.
 * @param id under which it is taken out again: `noteEnd`, or for images and videos `noteGenerationEnd`
 * @throws AppError `rate_limited`, or what `begin` throws; it does not count then
 */
export async function whileCounted<Begun>(ctx: UserContext, id: string, begin: () => Promise<Begun>): Promise<Begun> {
  await noteStart(ctx, id);
  try {
    return await begin();
  } catch (error) {
    await noteEnd(ctx, id);
    throw error;
  }
}

/** One statement: the row is locked while it is counted. */
async function noteStart(ctx: UserContext, id: string): Promise<void> {
  const { limits } = ctx.config;
  if (!limits) return;
  const now = ctx.now();
  const endsAt = new Date(now.getTime() + RUNNING_MAX_MS);
  const rows = await ctx.db.$queryRaw<unknown[]>`
    INSERT INTO running_generations ("userId", holders, "endsAt")
    VALUES (${ctx.actor.id}, jsonb_build_object(${id}::text, ${endsAt.getTime()}::bigint), ${endsAt}::timestamptz)
    ON CONFLICT ("userId") DO UPDATE SET
      holders = coalesce((
        SELECT jsonb_object_agg(key, value) FROM jsonb_each(running_generations.holders) WHERE value::bigint > ${now.getTime()}::bigint
      ), '{}') || excluded.holders,
      "endsAt" = excluded."endsAt"
    WHERE (
      SELECT count(*) FROM jsonb_each(running_generations.holders) WHERE value::bigint > ${now.getTime()}::bigint
    ) < ${limits.generationsAtOnceMax}::int
    RETURNING 1`;
  if (rows.length === 0) {
    throw new AppError("rate_limited", "Too many generations at once", { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

/** Takes out what the acting user began. */
export async function noteEnd(ctx: UserContext, id: string): Promise<void> {
  if (!ctx.config.limits) return;
  await ctx.db
    .$executeRaw`UPDATE running_generations SET holders = holders - ${id}::text WHERE "userId" = ${ctx.actor.id}`;
}

/** Takes out an image or a video, whoever finds that it is over. */
export async function noteGenerationEnd(ctx: ServiceContext, tx: Tx, id: string): Promise<void> {
  if (!ctx.config.limits) return;
  await tx.$executeRaw`
    UPDATE running_generations SET holders = holders - ${id}::text
    WHERE "userId" = (SELECT "userId" FROM generation_history WHERE id = ${id})`;
}
