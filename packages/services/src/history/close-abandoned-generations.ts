import type { ServiceContext } from "../context";
import { finishVideoKey, queueFinishVideo } from "../video/finish-video";
import { finishGeneration } from "./finish-generation";

/** Longer than any image, or any submission of a video, is waited for: whoever worked on it is gone. */
const ABANDONED_AFTER_MS = 10 * 60 * 1000;
const CLOSED_AT_ONCE_MAX = 200;
/** What stands in the history of one whose maker is gone; a repetition of its request is told that it failed. */
export const INTERRUPTED = "Interrupted";

/**
 * Ends what a crash left open: images, and videos that never got a task. Videos with a task are handed to their job again where it has
 * been lost; they are looked for apart, for any number of them may stay open for a day while the backend cannot be asked.
 * @returns how many were ended
 */
export async function closeAbandonedGenerations(ctx: ServiceContext): Promise<number> {
  const now = ctx.now();
  const abandonedBefore = new Date(now.getTime() - ABANDONED_AFTER_MS);
  for (const id of await videosWithoutJob(ctx, abandonedBefore)) await queueFinishVideo(ctx.db, id, now);
  let closed = 0;
  for (const id of await openWithoutTask(ctx, abandonedBefore)) {
    if (await finishGeneration(ctx, id, { status: "failed", error: INTERRUPTED })) closed += 1;
  }
  return closed;
}

async function videosWithoutJob(ctx: ServiceContext, before: Date): Promise<string[]> {
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM generation_history
    WHERE status IN ('pending', 'processing') AND "taskId" IS NOT NULL AND "createdAt" < ${before}::timestamptz
      AND NOT EXISTS (SELECT FROM graphile_worker.jobs WHERE key = ${finishVideoKey("")} || generation_history.id)
    ORDER BY "createdAt" LIMIT ${CLOSED_AT_ONCE_MAX}::int`;
  return rows.map(({ id }) => id);
}

async function openWithoutTask(ctx: ServiceContext, before: Date): Promise<string[]> {
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM generation_history
    WHERE status IN ('pending', 'processing') AND "taskId" IS NULL AND "createdAt" < ${before}::timestamptz
    ORDER BY "createdAt" LIMIT ${CLOSED_AT_ONCE_MAX}::int`;
  return rows.map(({ id }) => id);
}
