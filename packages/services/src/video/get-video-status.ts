import { AppError } from "@app/core/errors";
import { decideVideoStatus } from "@app/core/video/decide-video-status";
import type { VideoStatusInput } from "@app/core/video/video-status-input";
import type { Prisma } from "@app/db/client";
import type { UserContext } from "../context";
import { finishGeneration } from "../history/finish-generation";
import { deliverVideo } from "./deliver-video";
import { type StoredVideoStatus, storedVideoStatus } from "./stored-video-status";

export type VideoStatus =
  | StoredVideoStatus
  | { id: string; taskId: string; status: "completed"; videoUrl: string }
  | { id: string; taskId: string; status: "failed"; error: string }
  | { id: string; taskId: string; status: "processing"; taskStatus: string; statusText: string; elapsedSeconds: number }
  | { id: string; taskId: string; status: "processing"; error: string };

type OpenVideo = Prisma.GenerationHistoryModel & { taskId: string };

/**
 * Where a video of the caller's stands. The backend is asked first, even past the five minutes: a video that is there is delivered.
 * @throws AppError `not_found` when the caller has no such video
 */
export async function getVideoStatus(ctx: UserContext, input: VideoStatusInput): Promise<VideoStatus> {
  const video = await findVideo(ctx, input);
  if (video.status === "completed" || video.status === "failed") return storedVideoStatus(video);
  const answer = { id: video.id, taskId: video.taskId };

  let task: Awaited<ReturnType<typeof ctx.clients.video.getTask>>;
  try {
    task = await ctx.clients.video.getTask(video.taskId);
  } catch (error) {
    ctx.log.warn({ err: error, generationId: video.id }, "video status could not be asked for");
    return { ...answer, status: "processing", error: "Failed to check status" };
  }

  const decision = decideVideoStatus(task, video.createdAt, ctx.now());
  switch (decision.kind) {
    case "completed":
      return deliverVideo(ctx, video, decision.videoUrl);
    case "failed":
      return endAsFailed(ctx, video, decision.error, decision.error);
    case "timed_out":
      return endAsFailed(ctx, video, decision.storedError, decision.answerError);
    case "running": {
      const { taskStatus, statusText, elapsedSeconds } = decision;
      return { ...answer, status: "processing", taskStatus, statusText, elapsedSeconds };
    }
  }
}

async function findVideo(ctx: UserContext, { historyId, taskId }: VideoStatusInput): Promise<OpenVideo> {
  const video = await ctx.db.generationHistory.findFirst({
    where: { id: historyId, userId: ctx.actor.id, type: "video", taskId },
  });
  if (!video) throw new AppError("not_found", "Not found");
  return { ...video, taskId };
}

async function endAsFailed(
  ctx: UserContext,
  video: OpenVideo,
  storedError: string,
  answerError: string,
): Promise<VideoStatus> {
  const ended = await finishGeneration(ctx, video.id, { status: "failed", error: storedError });
  if (ended) return { id: video.id, taskId: video.taskId, status: "failed", error: answerError };
  return storedVideoStatus(await ctx.db.generationHistory.findUniqueOrThrow({ where: { id: video.id } }));
}
