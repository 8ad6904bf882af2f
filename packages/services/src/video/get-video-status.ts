import { AppError } from "@app/core/errors";
import type { VideoStatusCaller } from "@app/core/video/decide-video-status";
import type { VideoStatusInput } from "@app/core/video/video-status-input";
import type { UserContext } from "../context";
import { consumeRateLimits } from "../limits/take-hits";
import { advanceVideo } from "./advance-video";
import { type OpenVideo, storedVideoStatus, type VideoStatus } from "./video-status";

/**
 * Where a video of the caller's stands.
 * @throws AppError `not_found` when the caller has no such video, `rate_limited`
 */
export async function getVideoStatus(
  ctx: UserContext,
  input: VideoStatusInput,
  asker: VideoStatusCaller = "poll",
): Promise<VideoStatus> {
  await consumeRateLimits(ctx, [{ limit: "videoStatus", subject: ctx.actor.id }]);
  const video = await findVideo(ctx, input);
  if (video.status === "completed" || video.status === "failed") return storedVideoStatus(video);
  return advanceVideo(ctx, video, asker);
}

async function findVideo(ctx: UserContext, { historyId, taskId }: VideoStatusInput): Promise<OpenVideo> {
  const video = await ctx.db.generationHistory.findFirst({
    where: { id: historyId, userId: ctx.actor.id, type: "video", taskId },
  });
  if (!video) throw new AppError("not_found", "Not found");
  return { ...video, taskId };
}
