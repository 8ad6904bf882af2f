import { decideVideoStatus, type VideoStatusCaller } from "@app/core/video/decide-video-status";
import type { ServiceContext } from "../context";
import { finishGeneration } from "../history/finish-generation";
import { deliverVideo } from "./deliver-video";
import { type OpenVideo, storedVideoStatus, type VideoStatus } from "./video-status";

/**
 * Asks the backend about an open video and brings the row forward: delivered, failed, timed out or still running. Asked first even
 * past the five minutes: a video that is there is delivered. Only a poll over REST times a video out.
 */
export async function advanceVideo(
  ctx: ServiceContext,
  video: OpenVideo,
  asker: VideoStatusCaller,
): Promise<VideoStatus> {
  const answer = { id: video.id, taskId: video.taskId };
  let task: Awaited<ReturnType<typeof ctx.clients.video.getTask>>;
  try {
    task = await ctx.clients.video.getTask(video.taskId);
  } catch (error) {
    ctx.log.warn({ err: error, generationId: video.id }, "video status could not be asked for");
    return { ...answer, status: "processing", error: "Failed to check status" };
  }

  const decision = decideVideoStatus(task, video.createdAt, ctx.now(), asker);
  switch (decision.kind) {
    case "completed":
      return deliverVideo(ctx, video, decision.videoUrl);
    case "failed":
      return endAsFailed(ctx, video, decision.error, decision.error);
    case "timed_out":
      // The backend may still finish and bill it: the task id in the log is what is left to find it by.
      ctx.log.warn({ generationId: video.id, taskId: video.taskId }, "a status poll timed a running video out");
      return endAsFailed(ctx, video, decision.storedError, decision.responseError);
    case "running": {
      const { taskStatus, statusText, elapsedSeconds } = decision;
      return { ...answer, status: "processing", taskStatus, statusText, elapsedSeconds };
    }
  }
}

async function endAsFailed(
  ctx: ServiceContext,
  video: OpenVideo,
  storedError: string,
  answerError: string,
): Promise<VideoStatus> {
  const ended = await finishGeneration(ctx, video.id, { status: "failed", error: ctx.redactSecrets(storedError) });
  if (ended) return { id: video.id, taskId: video.taskId, status: "failed", error: ctx.redactSecrets(answerError) };
  return storedVideoStatus(await ctx.db.generationHistory.findUniqueOrThrow({ where: { id: video.id } }));
}
