import { setTimeout as sleep } from "node:timers/promises";
import { AppError, PublicError } from "@app/core/errors";
import { decideVideoStatus, VIDEO_GIVE_UP_MS, type VideoStatusCaller } from "@app/core/video/decide-video-status";
import type { VideoStatusInput } from "@app/core/video/video-input";
import type { Prisma } from "@app/db/client/db";
import type { ServiceContext, UserContext } from "../context";
import { copyVideo, mayCopyVideo } from "../history/copy-result";
import { finishGeneration } from "../history/finish-generation";
import { earlierNow } from "../platform/database-clock";
import { consumeUserLimit } from "../platform/rate-limits";
import { withSpan } from "../platform/spans";

/**
 * The status of one of the user's videos. An open video is polled at the backend.
 * @throws AppError `not_found` when the user has no such video, `rate_limited`
 */
export async function getVideoStatus(
  ctx: UserContext,
  input: VideoStatusInput,
  caller: VideoStatusCaller = "poll",
): Promise<VideoStatus> {
  return withSpan("getVideoStatus", async () => {
    await consumeUserLimit(ctx, "videoStatus");
    const video = await findVideo(ctx, input);
    if (video.status === "completed" || video.status === "failed") return storedVideoStatus(video);
    return advanceVideo(ctx, video, caller);
  });
}

async function findVideo(ctx: UserContext, { historyId, taskId }: VideoStatusInput): Promise<OpenVideo> {
  const video = await ctx.db.generationHistory.findFirst({
    where: { id: historyId, userId: ctx.actor.id, type: "video", taskId },
  });
  if (!video) throw new AppError("not_found", "Not found");
  return { ...video, taskId };
}

/**
 * Polls the backend for an open video and updates the row: delivered, failed, timed out or still running. The backend is polled even after
 * five minutes, because a finished video is delivered then too. Only a poll over REST times a video out.
 */
export async function advanceVideo(
  ctx: ServiceContext,
  video: OpenVideo,
  caller: VideoStatusCaller,
): Promise<VideoStatus> {
  const identity = { id: video.id, taskId: video.taskId };
  let task: Awaited<ReturnType<typeof ctx.clients.video.getTask>>;
  try {
    task = await ctx.clients.video.getTask(video.taskId);
  } catch (error) {
    ctx.log.warn({ err: error, generationId: video.id }, "video status could not be read");
    return { ...identity, status: "processing", error: "Failed to check status" };
  }

  const decideAt = (now: Date) => decideVideoStatus(task, video.createdAt, now, caller);
  let decision = decideAt(ctx.now());
  // Another process may have written the time of creation: by a clock that is ahead, a video that was paid for would end minutes early.
  if (decision.kind === "timed_out") decision = decideAt(await earlierNow(ctx));
  switch (decision.kind) {
    case "completed":
      return deliverVideo(ctx, video, decision.videoUrl);
    case "failed":
      return endAsFailed(ctx, video, decision.error, decision.error);
    case "timed_out":
      // Another poll has asked later, and found it finished.
      if (await isBeingCopied(ctx, video.id)) return storingStatus(ctx, video);
      // The backend may still finish and bill the task. The task id is logged so that it can be looked up there.
      ctx.log.warn({ generationId: video.id, taskId: video.taskId }, "a status poll timed a running video out");
      return endAsFailed(ctx, video, decision.storedError, decision.responseError);
    case "running": {
      const { taskStatus, statusText, elapsedSeconds } = decision;
      return { ...identity, status: "processing", taskStatus, statusText, elapsedSeconds };
    }
  }
}

async function endAsFailed(
  ctx: ServiceContext,
  video: OpenVideo,
  storedError: string,
  responseError: string,
): Promise<VideoStatus> {
  const ended = await finishGeneration(ctx, video.id, { status: "failed", error: ctx.redactSecrets(storedError) });
  if (ended) return { id: video.id, taskId: video.taskId, status: "failed", error: ctx.redactSecrets(responseError) };
  return storedVideoStatus(await ctx.db.generationHistory.findUniqueOrThrow({ where: { id: video.id } }));
}

/** How long one poll has the right to copy a video: longer than a download and an upload may take, so that it is not copied twice. */
const COPY_LEASE_MS = 150_000;
/** How long another poll waits for the copy, and how often it checks. */
const COPY_WAIT_MAX_MS = 20_000;
const COPY_WAIT_INTERVAL_MS = 200;
const TIMEOUT = "Video generation timeout";
/** The statuses of a file that was deleted. Many storages respond 403 to an address that has expired. */
const GONE: ReadonlySet<unknown> = new Set([403, 404, 410]);

/**
 * Copies a finished video to storage and completes its row. Of concurrent polls one holds the lease and copies; the others wait and return
 * the same address. When the copy fails, the backend's address is delivered and a job retries the copy. A video that is older than
 * a day, and that the backend has deleted, has failed.
 */
export async function deliverVideo(ctx: ServiceContext, video: OpenVideo, originalUrl: string): Promise<VideoStatus> {
  if (!(await takeLease(ctx, video.id))) return waitForCopy(ctx, video);
  if (!mayCopyVideo()) {
    // The next poll, or the job, looks at it again.
    await releaseLease(ctx, video.id);
    return storingStatus(ctx, video);
  }
  const copied = await copyVideo(ctx, { userId: video.userId, originalUrl }).catch((error: unknown) => {
    ctx.log.warn({ err: error, generationId: video.id }, "video could not be copied yet");
    return null;
  });
  const videoUrl = copied?.url ?? originalUrl;
  if (videoUrl === originalUrl && (await isGone(ctx, video, originalUrl)))
    return endAsFailed(ctx, video, TIMEOUT, TIMEOUT);
  const end = { status: "completed", resultUrl: videoUrl, copyLater: copied === null } as const;
  const ended = await finishGeneration(ctx, video.id, end);
  if (ended) return { id: video.id, taskId: video.taskId, status: "completed", videoUrl };
  return storedVideoStatus(await ctx.db.generationHistory.findUniqueOrThrow({ where: { id: video.id } }));
}

/** Whether the backend has deleted a video, which it keeps for a day. */
async function isGone(ctx: ServiceContext, video: OpenVideo, originalUrl: string): Promise<boolean> {
  if (ctx.now().getTime() - video.createdAt.getTime() <= VIDEO_GIVE_UP_MS) return false;
  try {
    await ctx.clients.results.fetchStart(originalUrl, 1);
    return false;
  } catch (error) {
    return error instanceof PublicError && "status" in error && GONE.has(error.status);
  }
}

async function takeLease(ctx: ServiceContext, id: string): Promise<boolean> {
  const now = ctx.now();
  const { count } = await ctx.db.generationHistory.updateMany({
    where: { id, status: { in: ["pending", "processing"] }, OR: [{ leaseUntil: null }, { leaseUntil: { lt: now } }] },
    data: { leaseUntil: new Date(now.getTime() + COPY_LEASE_MS) },
  });
  return count > 0;
}

/** Whether a poll or the job copies the video at present: the backend has finished it. */
export async function isBeingCopied(ctx: ServiceContext, id: string): Promise<boolean> {
  return (await ctx.db.generationHistory.count({ where: { id, leaseUntil: { gte: ctx.now() } } })) > 0;
}

/** Ends the lease early, so that the next poll or the job can copy the video. */
async function releaseLease(ctx: ServiceContext, id: string): Promise<void> {
  await ctx.db.generationHistory.updateMany({ where: { id }, data: { leaseUntil: null } });
}

/** Waits for the copy of another poll, unless that poll has given its lease back: too many copies were running. */
async function waitForCopy(ctx: ServiceContext, video: OpenVideo): Promise<VideoStatus> {
  for (let waitedMs = 0; waitedMs < COPY_WAIT_MAX_MS; waitedMs += COPY_WAIT_INTERVAL_MS) {
    const current = await ctx.db.generationHistory.findUniqueOrThrow({ where: { id: video.id } });
    if (current.status === "completed" || current.status === "failed") return storedVideoStatus(current);
    if (current.leaseUntil === null) break;
    await sleep(COPY_WAIT_INTERVAL_MS);
  }
  return storingStatus(ctx, video);
}

function storingStatus(ctx: ServiceContext, video: OpenVideo): VideoStatus {
  const elapsedSeconds = Math.floor((ctx.now().getTime() - video.createdAt.getTime()) / 1000);
  return {
    id: video.id,
    taskId: video.taskId,
    status: "processing",
    taskStatus: "succeeded",
    statusText: "Storing the video",
    elapsedSeconds,
  };
}

/** A video with a task at the backend. */
type OpenVideo = Prisma.GenerationHistoryModel & { taskId: string };

/** The status of a video that has ended. */
export interface StoredVideoStatus {
  id: string;
  taskId: string | null;
  status: string;
  videoUrl: string | null;
  error: string | null;
}

type VideoStatus =
  | StoredVideoStatus
  | { id: string; taskId: string; status: "completed"; videoUrl: string }
  | { id: string; taskId: string; status: "failed"; error: string }
  | {
      id: string;
      taskId: string;
      status: "processing";
      taskStatus: string;
      statusText: string;
      elapsedSeconds: number;
    }
  | { id: string; taskId: string; status: "processing"; error: string };

function storedVideoStatus(video: Prisma.GenerationHistoryModel): StoredVideoStatus {
  return { id: video.id, taskId: video.taskId, status: video.status, videoUrl: video.resultUrl, error: video.error };
}
