import type { ServiceContext } from "../context";
import { abandonedBefore } from "../platform/database-clock";
import { finishVideoKey, queueFinishVideo } from "../video/finish-video";
import { finishGeneration } from "./finish-generation";

/** Longer than the timeout of an image or of a video's submission: the process that worked on it has died. */
const ABANDONED_AFTER_MS = 10 * 60 * 1000;
/** Chosen at random, so that rows which cannot be closed do not keep the others open. */
const CLOSE_BATCH_MAX = 200;
/** The error that the history shows for an abandoned generation. */
export const INTERRUPTED = "Interrupted";

/**
 * Maintenance: ends generations that a crash left open, which are images and videos without a task. A video with a task whose job is lost
 * gets a new job. The two are separate queries, because many videos with a task may stay open while the backend is down. A generation that
 * fails to close is logged and tried again in the next run.
 * @returns the number of generations that were ended
 */
export async function closeAbandonedGenerations(ctx: ServiceContext): Promise<number> {
  const now = ctx.now();
  const before = await abandonedBefore(ctx, ABANDONED_AFTER_MS);
  for (const id of await videosWithoutJob(ctx, before)) await queueFinishVideo(ctx.db, id, now);
  let closed = 0;
  for (const id of await openWithoutTask(ctx, before)) {
    try {
      if (await finishGeneration(ctx, id, { status: "failed", error: INTERRUPTED })) closed += 1;
    } catch (error) {
      ctx.log.error({ err: error, generationId: id }, "abandoned generation could not be closed");
    }
  }
  return closed;
}

async function videosWithoutJob(ctx: ServiceContext, before: Date): Promise<string[]> {
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM generation_history
    WHERE status IN ('pending', 'processing') AND "taskId" IS NOT NULL AND "createdAt" < ${before}::timestamptz
      AND NOT EXISTS (SELECT FROM graphile_worker.jobs WHERE key = ${finishVideoKey("")} || generation_history.id AND attempts < max_attempts)
    ORDER BY random() LIMIT ${CLOSE_BATCH_MAX}::int`;
  return rows.map(({ id }) => id);
}

async function openWithoutTask(ctx: ServiceContext, before: Date): Promise<string[]> {
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM generation_history
    WHERE status IN ('pending', 'processing') AND "taskId" IS NULL AND "createdAt" < ${before}::timestamptz
    ORDER BY random() LIMIT ${CLOSE_BATCH_MAX}::int`;
  return rows.map(({ id }) => id);
}
