import { VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import { AppError } from "@app/core/errors";
import { VIDEO_DEFAULT_PROMPT } from "@app/core/video/video-choices";
import type { GenerateVideoInput } from "@app/core/video/video-input";
import type { Db } from "@app/db/client/db";
import type { UserContext } from "../context";
import { beginGeneration, referenceForHistory } from "../history/begin-generation";
import { failureText, finishGeneration } from "../history/finish-generation";
import { batchPerDatabase } from "../platform/per-database";
import { prepareReference } from "../upload/prepare-reference";
import { queueFinishVideosNoted } from "./finish-video";

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

/** A video's task as the backend has taken it on. */
export interface VideoTask {
  generationId: string;
  taskId: string;
  now: Date;
}

const batchedStore = batchPerDatabase(storeVideoTasks);

/**
 * Stores a task, and with it queues the job that brings it to its end when nobody polls. Tasks that come at the same moment share a
 * statement.
 */
function storeVideoTask(db: Db, task: VideoTask): Promise<void> {
  return batchedStore(db, task);
}

async function storeVideoTasks(db: Db, tasks: readonly VideoTask[]): Promise<undefined[]> {
  await db.$queryRaw`
    WITH noted AS (
      UPDATE generation_history SET status = 'processing', "taskId" = task.id, "updatedAt" = task.at
      FROM unnest(
        ${tasks.map(({ generationId }) => generationId)}::text[], ${tasks.map(({ taskId }) => taskId)}::text[],
        ${tasks.map(({ now }) => now)}::timestamptz[]
      ) AS task(generation, id, at)
      WHERE generation_history.id = task.generation
      RETURNING generation_history.id, task.at
    )
    ${queueFinishVideosNoted}`;
  return tasks.map(() => undefined);
}
