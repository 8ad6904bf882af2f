import { invariant } from "@app/core/errors";
import { VIDEO_GIVE_UP_MS, VIDEO_JOB_PAUSE_MIN_MS, videoJobPauseMs } from "@app/core/video/decide-video-status";
import { type DbOrTx, Prisma } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { finishGeneration } from "../history/finish-generation";
import { addJob, type JobPayloads, queueJobsOf } from "../platform/job-queue";
import { advanceVideo, isBeingCopied } from "./video-status";

/**
 * Polls the backend for an open video and queues itself again, less and less often, until the backend has ended the task or a day has
 * passed: a video that the backend has made is delivered then too. Only a client's poll times a video out after five minutes.
 */
export async function finishVideo(ctx: ServiceContext, { generationId }: JobPayloads["finish-video"]): Promise<void> {
  const video = await ctx.db.generationHistory.findUnique({ where: { id: generationId } });
  if (video?.status !== "processing") return;
  invariant(video.taskId !== null, "a video that is processing has a task");
  const now = ctx.now();
  const elapsedMs = now.getTime() - video.createdAt.getTime();
  const { status } = await advanceVideo(ctx, { ...video, taskId: video.taskId }, "job");
  if (status !== "processing") return;
  if (elapsedMs > VIDEO_GIVE_UP_MS && !(await isBeingCopied(ctx, video.id))) {
    await finishGeneration(ctx, video.id, { status: "failed", error: "Video generation timeout" });
    return;
  }
  await queueFinishVideo(ctx.db, video.id, now, videoJobPauseMs(elapsedMs));
}

/** The job key of a video: at most one job per video waits. */
export function finishVideoKey(generationId: string): string {
  return `finish-video:${generationId}`;
}

/** Queues the next look at an open video, after `pauseMs`. */
export async function queueFinishVideo(
  tx: DbOrTx,
  generationId: string,
  now: Date,
  pauseMs = VIDEO_JOB_PAUSE_MIN_MS,
): Promise<void> {
  const runAt = new Date(now.getTime() + pauseMs);
  await tx.$executeRaw`SELECT ${addJob("finish-video", { generationId }, { key: finishVideoKey(generationId), runAt })}`;
}

/** The SQL expression that queues the job of each row (id, at) of `stored`, a member of a larger statement. */
export const queueFinishVideosOfStored = queueJobsOf(
  "finish-video",
  Prisma.sql`
    SELECT json_build_object('generationId', id) AS payload, ${finishVideoKey("")} || id AS key,
      at + ${VIDEO_JOB_PAUSE_MIN_MS}::int * interval '1 millisecond' AS "runAt"
    FROM stored`,
);
