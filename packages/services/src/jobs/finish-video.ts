import { invariant } from "@app/core/errors";
import { VIDEO_GIVE_UP_MS, videoJobPauseMs } from "@app/core/video/decide-video-status";
import type { ServiceContext } from "../context";
import { finishGeneration } from "../history/finish-generation";
import { advanceVideo } from "../video/advance-video";
import type { JobPayloads } from "./job-payloads";
import { queueFinishVideo } from "./queue-finish-video";

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
