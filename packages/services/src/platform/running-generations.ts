import { AppError } from "@app/core/errors";
import type { Db, Tx } from "@app/db/client/db";
import type { ServiceContext, UserContext } from "../context";
import { batchPerDatabase } from "./batch";

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
  let isRefused = false;
  try {
    isRefused = !(await acquireRunning(ctx, id));
    if (!isRefused) return await start();
  } catch (error) {
    // Also where its own statement failed: the slot may be occupied although the response was lost.
    await releaseRunning(ctx, id);
    throw error;
  }
  throw new AppError("rate_limited", "Too many generations at once", { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** @returns whether a slot was free */
async function acquireRunning(ctx: UserContext, id: string): Promise<boolean> {
  const { limits } = ctx.config;
  if (!limits) return true;
  const start = { userId: ctx.actor.id, id, now: ctx.now(), max: limits.generationsAtOnceMax };
  return acquireInBatch(ctx.db, start, ctx.log);
}

interface RunningStart {
  userId: string;
  id: string;
  now: Date;
  /** How many generations the user may run at once, this one included. */
  max: number;
}

const acquireInBatch = batchPerDatabase(acquireSlots);

/** Returns for each start whether it has a slot. One statement takes at most one start of a user: the others follow in the next. */
async function acquireSlots(db: Db, starts: readonly RunningStart[]): Promise<boolean[]> {
  const acquired = new Set<string>();
  for (let left = starts; left.length > 0; ) {
    const firstOfUser = new Map(left.toReversed().map((start) => [start.userId, start]));
    for (const id of await insertStarts(db, [...firstOfUser.values()])) acquired.add(id);
    left = left.filter((start) => firstOfUser.get(start.userId) !== start);
  }
  return starts.map(({ id }) => acquired.has(id));
}

/**
 * A user's row holds the running generations as `{ id: end of its slot in milliseconds }`. One statement counts them and adds one. Safe to
 * repeat: its own slot does not count. Rows are locked in the order of their users.
 */
async function insertStarts(db: Db, starts: readonly RunningStart[]): Promise<string[]> {
  const nowMs = Math.max(...starts.map(({ now }) => now.getTime()));
  const endsAt = new Date(nowMs + SLOT_MAX_MS);
  const [{ max = 0 } = {}] = starts;
  const rows = await db.$queryRaw<{ userId: string }[]>`
    INSERT INTO running_generations ("userId", holders, "endsAt")
    SELECT "userId", jsonb_build_object(id, ${endsAt.getTime()}::bigint), ${endsAt}::timestamptz
    FROM unnest(${starts.map(({ userId }) => userId)}::text[], ${starts.map(({ id }) => id)}::text[]) AS start("userId", id)
    ORDER BY "userId"
    ON CONFLICT ("userId") DO UPDATE SET
      holders = coalesce((
        SELECT jsonb_object_agg(key, value) FROM jsonb_each(running_generations.holders) WHERE value::bigint > ${nowMs}::bigint
      ), '{}') || excluded.holders,
      "endsAt" = excluded."endsAt"
    WHERE (
      SELECT count(*) FROM jsonb_each(running_generations.holders)
      WHERE value::bigint > ${nowMs}::bigint AND NOT jsonb_exists(excluded.holders, key)
    ) < ${max}::int
    RETURNING "userId"`;
  const users = new Set(rows.map(({ userId }) => userId));
  return starts.filter(({ userId }) => users.has(userId)).map(({ id }) => id);
}

/**
 * Frees a slot of the acting user. Never rejects: the generation has ended or failed by itself, and a slot that is not freed is free again
 * after `SLOT_MAX_MS`.
 */
export async function releaseRunning(ctx: UserContext, id: string): Promise<void> {
  if (!ctx.config.limits) return;
  try {
    await ctx.db.$executeRaw`
      UPDATE running_generations SET holders = holders - ${id}::text WHERE "userId" = ${ctx.actor.id}`;
  } catch (error) {
    ctx.log.warn({ err: error, generationId: id }, "the slot of a generation could not be freed");
  }
}

/** Frees the slot of an image or a video. A job or a poll that ends it does not act for its user. */
export async function releaseRunningGeneration(ctx: ServiceContext, tx: Tx, id: string): Promise<void> {
  if (!ctx.config.limits) return;
  await tx.$executeRaw`
    UPDATE running_generations SET holders = holders - ${id}::text
    WHERE "userId" = (SELECT "userId" FROM generation_history WHERE id = ${id})`;
}
