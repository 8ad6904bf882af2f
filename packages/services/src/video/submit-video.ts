import { VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import { AppError } from "@app/core/errors";
import type { GenerateVideoInput } from "@app/core/video/generate-video-input";
import { VIDEO_DEFAULT_PROMPT } from "@app/core/video/video-choices";
import type { UserContext } from "../context";
import { beginGeneration } from "../history/begin-generation";
import { failureText } from "../history/failure-text";
import { finishGeneration } from "../history/finish-generation";
import { referenceForHistory } from "../history/reference-for-history";
import { prepareReference } from "../upload/prepare-reference";
import { storeVideoTask } from "./note-task";

export interface SubmittedVideo {
  id: string;
  taskId: string;
  status: "processing";
  remainingCredits: number;
}

/**
 * Submits a video task for 50 credits; its result is asked for later. A failure is kept in the history and is not refunded.
 * @throws AppError `insufficient_credits`, or `internal` with the backend's message or "Failed to generate video"; as
 * `prepareReference` does, uncharged
 */
export async function submitVideo(ctx: UserContext, input: GenerateVideoInput): Promise<SubmittedVideo> {
  const { prompt, imageUrl, duration, resolution, watermark, cameraFixed } = input;
  const sentUrl = imageUrl === undefined ? undefined : await prepareReference(ctx, "video", imageUrl);
  const { id, remainingCredits } = await beginGeneration(ctx, {
    type: "video",
    prompt: prompt ?? VIDEO_DEFAULT_PROMPT,
    imageUrl: imageUrl === undefined ? null : referenceForHistory(imageUrl).address,
    costCredits: VIDEO_COST_CREDITS,
    status: "pending",
    metadata: { duration, resolution, watermark },
  });
  try {
    const { taskId } = await ctx.clients.video.submit({
      prompt,
      imageUrl: sentUrl,
      durationSeconds: duration,
      resolution,
      watermark,
      cameraFixed,
    });
    await storeVideoTask(ctx.db, { generationId: id, taskId, now: ctx.now() });
    return { id, taskId, status: "processing", remainingCredits };
  } catch (cause) {
    ctx.log.warn({ err: cause, generationId: id }, "video submission failed");
    const message = failureText(ctx, cause, "Failed to generate video");
    await finishGeneration(ctx, id, { status: "failed", error: message });
    throw new AppError("internal", message, { cause });
  }
}
