import { VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import { AppError } from "@app/core/errors";
import { VIDEO_DEFAULT_PROMPT } from "@app/core/video/video-choices";
import type { GenerateVideoInput } from "@app/core/video/video-input";
import type { Db } from "@app/db/client/db";
import type { UserContext } from "../context";
import { balanceAfterCharge, beginGeneration, mayStillRespond, referenceForHistory } from "../history/begin-generation";
import { failureText, finishGeneration } from "../history/finish-generation";
import { batchPerDatabase } from "../platform/batch";
import { runIdempotent } from "../platform/idempotent-use-case";
import { requireAllowedPrompt } from "../platform/moderate-prompt";
import { consumeUserLimit } from "../platform/rate-limits";
import { requireConfigured } from "../platform/require-configured";
import { withSpan } from "../platform/spans";
import { writeAgain } from "../platform/write-again";
import { prepareReference } from "../upload/prepare-reference";
import { queueFinishVideosOfStored } from "./finish-video";

/** The response of `POST /api/video/generate`. */
export interface SubmittedVideo {
  id: string;
  taskId: string;
  status: "processing";
  remainingCredits: number;
}

/**
 * The entry for REST and tRPC: submits a video for 50 credits, once per Idempotency-Key.
 * @throws AppError `not_configured`, `rate_limited`, `conflict` for the key, otherwise as `submitVideo`
 */
export async function submitVideoOnce(ctx: UserContext, input: GenerateVideoInput): Promise<SubmittedVideo> {
  return withSpan("submitVideoOnce", async () => {
    requireConfigured(ctx, "video");
    await consumeUserLimit(ctx, "generation");
    return runIdempotent(ctx, input, { name: "video", run: submitVideo, recover: recoverVideo });
  });
}

/**
 * Spends the credits and submits a task to the backend; clients poll `getVideoStatus` for the result. A failure stays in the history;
 * `finishGeneration` refunds it when the configuration says so.
 * @throws AppError `insufficient_credits`, or `internal` with the backend's message or "Failed to generate video"; as
 *   `prepareReference` and `requireAllowedPrompt` before the charge
 */
export async function submitVideo(ctx: UserContext, input: GenerateVideoInput): Promise<SubmittedVideo> {
  const { prompt, imageUrl, duration, resolution, watermark, cameraFixed } = input;
  const sentUrl = imageUrl === undefined ? undefined : await prepareReference(ctx, "video", imageUrl);
  if (prompt !== undefined) await requireAllowedPrompt(ctx, prompt);
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
    if (!(await storeTask(ctx, { generationId: id, taskId, now: ctx.now() })))
      throw new Error("The video was ended while its task was submitted");
    return { id, taskId, status: "processing", remainingCredits };
  } catch (cause) {
    ctx.log.warn({ err: cause, generationId: id }, "video submission failed");
    const message = failureText(ctx, cause, "Failed to generate video");
    await finishGeneration(ctx, id, { status: "failed", error: message });
    throw new AppError("internal", message, { cause });
  }
}

interface VideoTask {
  generationId: string;
  taskId: string;
  now: Date;
}

/** @returns whether the task was stored, also where the response to that was lost */
async function storeTask(ctx: UserContext, task: VideoTask): Promise<boolean> {
  const { generationId: id, taskId } = task;
  try {
    return await writeAgain(ctx, id, () => storeInBatch(ctx.db, task, ctx.log));
  } catch (error) {
    const stored = () => ctx.db.generationHistory.count({ where: { id, taskId, status: "processing" } });
    if ((await writeAgain(ctx, id, stored)) === 0) throw error;
    return true;
  }
}

const storeInBatch = batchPerDatabase(storeTasks);

/**
 * Stores tasks and queues the jobs that finish them when nobody polls, in one statement: a task is never without its job. Safe to repeat. A
 * generation that was ended in the meantime, by maintenance or with its account, stays ended.
 * @returns whether each task was stored
 */
async function storeTasks(db: Db, tasks: readonly VideoTask[]): Promise<boolean[]> {
  const [result] = await db.$queryRaw<{ ids: string[] }[]>`
    WITH stored AS (
      UPDATE generation_history SET status = 'processing', "taskId" = task.id, "updatedAt" = task.at
      FROM unnest(
        ${tasks.map(({ generationId }) => generationId)}::text[], ${tasks.map(({ taskId }) => taskId)}::text[],
        ${tasks.map(({ now }) => now)}::timestamptz[]
      ) AS task(generation, id, at)
      WHERE generation_history.id = task.generation AND (status = 'pending' OR "taskId" = task.id AND status = 'processing')
      RETURNING generation_history.id, task.at
    )
    SELECT ARRAY(SELECT id FROM stored) AS ids, ${queueFinishVideosOfStored} AS queued`;
  const stored = new Set(result?.ids);
  return tasks.map(({ generationId }) => stored.has(generationId));
}

/**
 * Rebuilds the response of a request that was charged and then died. Null while the task may still be submitted or the first request
 * may still respond.
 * @throws AppError `internal`, as the first request would have, when the submission failed
 */
async function recoverVideo(ctx: UserContext, charge: { reference: string }): Promise<SubmittedVideo | null> {
  const row = await ctx.db.generationHistory.findUniqueOrThrow({ where: { id: charge.reference } });
  if (row.taskId === null && row.status === "failed")
    throw new AppError("internal", row.error ?? "Failed to generate video");
  if (row.taskId === null || mayStillRespond(ctx, row)) return null;
  const remainingCredits = await balanceAfterCharge(ctx, row.id);
  return { id: row.id, taskId: row.taskId, status: "processing", remainingCredits };
}
