import type { ServiceContext } from "../context";
import { queueFinishVideo } from "../jobs/queue-finish-video";
import { finishGeneration } from "./finish-generation";

/** Longer than any image, or any submission of a video, is waited for: whoever worked on it is gone. */
const ABANDONED_AFTER_MS = 10 * 60 * 1000;
const CLOSED_AT_ONCE_MAX = 200;

/**
 * Ends what a crash left open: images, and videos that never got a task. Videos with a task are handed to their job again, should it
 * have been lost.
 * @returns how many were ended
 */
export async function closeAbandonedGenerations(ctx: ServiceContext): Promise<number> {
  const now = ctx.now();
  const open = await ctx.db.generationHistory.findMany({
    where: {
      status: { in: ["pending", "processing"] },
      createdAt: { lt: new Date(now.getTime() - ABANDONED_AFTER_MS) },
    },
    select: { id: true, taskId: true },
    orderBy: { createdAt: "asc" },
    take: CLOSED_AT_ONCE_MAX,
  });
  let closed = 0;
  for (const { id, taskId } of open) {
    if (taskId !== null) await queueFinishVideo(ctx.db, id, now);
    else if (await finishGeneration(ctx, id, { status: "failed", error: "Interrupted" })) closed += 1;
  }
  return closed;
}
