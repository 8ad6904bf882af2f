import { invariant } from "@app/core/errors";
import { VIDEO_GIVE_UP_MS, VIDEO_JOB_PAUSE_MIN_MS, videoJobPauseMs } from "@app/core/video/decide-video-status";
import { type DbOrTx, Prisma } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { finishGeneration } from "../history/finish-generation";
import { type JobPayloads, queueJob, queueJobsOf } from "../platform/job-queue";
import { advanceVideo } from "./video-status";

/**
 * Brings an open video forward, and comes back less and less often until the backend has ended it or a day has passed. However long a
 * video takes, this job does not time it out: that is for a client's poll.
 */
export async function finishVideo(ctx: ServiceContext, { generationId }: JobPayloads["finish-video"]): Promise<void> {
  const video = await ctx.db.generationHistory.findUnique({ where: { id: generationId } });
  if (video?.status !== "processing") return;
  invariant(video.taskId !== null, "a video that is processing has its task");
  const now = ctx.now();
  const elapsedMs = now.getTime() - video.createdAt.getTime();
  if (elapsedMs > VIDEO_GIVE_UP_MS) {
    await finishGeneration(ctx, video.id, { status: "failed", error: "Video generation timeout" });
    return;
  }
  const { status } = await advanceVideo(ctx, { ...video, taskId: video.taskId }, "job");
  if (status !== "processing") return;
  await queueFinishVideo(ctx.db, video.id, now, videoJobPauseMs(elapsedMs));
}

const KEY_PREFIX = "finish-video:";

/** The key under which the job of a video waits. */
export function finishVideoKey(generationId: string): string {
  return `${KEY_PREFIX}${generationId}`;
}

/** Queues the first look at each row (id, at) of `noted`, as part of its statement. */
export const queueFinishVideosNoted = Prisma.sql`SELECT ${queueJobsOf(
  "finish-video",
  Prisma.sql`
    SELECT json_build_object('generationId', id) AS payload, ${KEY_PREFIX} || id AS key,
      at + ${VIDEO_JOB_PAUSE_MIN_MS}::int * interval '1 millisecond' AS "runAt"
    FROM noted`,
)} AS queued`;

/** Queues the next look at an open video; one look at most is waiting for each. */
export async function queueFinishVideo(
  tx: DbOrTx,
  generationId: string,
  now: Date,
  pauseMs = VIDEO_JOB_PAUSE_MIN_MS,
): Promise<void> {
  const runAt = new Date(now.getTime() + pauseMs);
  await queueJob(tx, "finish-video", { generationId }, { key: finishVideoKey(generationId), runAt });
}
