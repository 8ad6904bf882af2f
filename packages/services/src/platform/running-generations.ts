import { AppError } from "@app/core/errors";
import type { Tx } from "@app/db/client/db";
import type { ServiceContext, UserContext } from "../context";

const RETRY_AFTER_SECONDS = 10;
/** A slot that a crash left occupied is free again after this time. So is the slot of a video that runs longer. */
const SLOT_MAX_MS = 15 * 60 * 1000;

/**
 * Occupies one of the user's slots for running generations and starts the generation. A start that fails frees the slot.
 * @param id frees the slot later: `releaseRunning` for chats, `releaseRunningGeneration` for images and videos
 * @throws AppError `rate_limited` when all slots of the user are occupied, or the error of `start`
 */
export async function startLimited<Started>(
  ctx: UserContext,
  id: string,
  start: () => Promise<Started>,
): Promise<Started> {
  await acquireRunning(ctx, id);
  try {
    return await start();
  } catch (error) {
    await releaseRunning(ctx, id);
    throw error;
  }
}

/** A user's row holds the running generations as `{ id: end of its slot in milliseconds }`. One statement counts them and adds one. */
async function acquireRunning(ctx: UserContext, id: string): Promise<void> {
  const { limits } = ctx.config;
  if (!limits) return;
  const nowMs = ctx.now().getTime();
  const endsAt = new Date(nowMs + SLOT_MAX_MS);
  const acquired = await ctx.db.$executeRaw`
    INSERT INTO running_generations ("userId", holders, "endsAt")
    VALUES (${ctx.actor.id}, jsonb_build_object(${id}::text, ${endsAt.getTime()}::bigint), ${endsAt}::timestamptz)
    ON CONFLICT ("userId") DO UPDATE SET
      holders = coalesce((
        SELECT jsonb_object_agg(key, value) FROM jsonb_each(running_generations.holders) WHERE value::bigint > ${nowMs}::bigint
      ), '{}') || excluded.holders,
      "endsAt" = excluded."endsAt"
    WHERE (
      SELECT count(*) FROM jsonb_each(running_generations.holders) WHERE value::bigint > ${nowMs}::bigint
    ) < ${limits.generationsAtOnceMax}::int`;
  if (acquired > 0) return;
  throw new AppError("rate_limited", "Too many generations at once", { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Frees a slot of the acting user. */
export async function releaseRunning(ctx: UserContext, id: string): Promise<void> {
  if (!ctx.config.limits) return;
  await ctx.db.$executeRaw`
    UPDATE running_generations SET holders = holders - ${id}::text WHERE "userId" = ${ctx.actor.id}`;
}

/** Frees the slot of an image or a video. A job or a poll that ends it does not act for its user. */
export async function releaseRunningGeneration(ctx: ServiceContext, tx: Tx, id: string): Promise<void> {
  if (!ctx.config.limits) return;
  await tx.$executeRaw`
    UPDATE running_generations SET holders = holders - ${id}::text
    WHERE "userId" = (SELECT "userId" FROM generation_history WHERE id = ${id})`;
}
