import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceContext } from "../context";
import { copyResult } from "../history/copy-result";
import { finishGeneration } from "../history/finish-generation";
import { type OpenVideo, storedVideoStatus, type VideoStatus } from "./video-status";

/** When another poll may copy a video: later than any download and upload may take together, so that a slow copy is not made twice. */
const COPY_LEASE_MS = 150_000;
/** How long a second poll waits for the first one's copy, and how often it looks. */
const COPY_WAIT_MAX_MS = 20_000;
const COPY_WAIT_INTERVAL_MS = 200;

/**
 * Copies a finished video to storage and completes its row. Of several polls at once one holds the lease and copies; the others wait
 * for it and answer the same address. When the copy fails, the backend's own address is delivered and the copy tried again later.
 */
export async function deliverVideo(ctx: ServiceContext, video: OpenVideo, originalUrl: string): Promise<VideoStatus> {
  if (!(await takeLease(ctx, video.id))) return waitForOther(ctx, video);
  const copiedUrl = await copyResult(ctx, "video", { userId: video.userId, originalUrl }).catch((error: unknown) => {
    ctx.log.warn({ err: error, generationId: video.id }, "video could not be copied yet");
    return null;
  });
  const videoUrl = copiedUrl ?? originalUrl;
  const end = { status: "completed", resultUrl: videoUrl, copyLater: copiedUrl === null } as const;
  const ended = await finishGeneration(ctx, video.id, end);
  if (ended) return { id: video.id, taskId: video.taskId, status: "completed", videoUrl };
  return storedVideoStatus(await ctx.db.generationHistory.findUniqueOrThrow({ where: { id: video.id } }));
}

async function takeLease(ctx: ServiceContext, id: string): Promise<boolean> {
  const now = ctx.now();
  const { count } = await ctx.db.generationHistory.updateMany({
    where: { id, status: { in: ["pending", "processing"] }, OR: [{ leaseUntil: null }, { leaseUntil: { lt: now } }] },
    data: { leaseUntil: new Date(now.getTime() + COPY_LEASE_MS) },
  });
  return count > 0;
}

async function waitForOther(ctx: ServiceContext, video: OpenVideo): Promise<VideoStatus> {
  for (let waitedMs = 0; waitedMs < COPY_WAIT_MAX_MS; waitedMs += COPY_WAIT_INTERVAL_MS) {
    const current = await ctx.db.generationHistory.findUniqueOrThrow({ where: { id: video.id } });
    if (current.status === "completed" || current.status === "failed") return storedVideoStatus(current);
    await sleep(COPY_WAIT_INTERVAL_MS);
  }
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
