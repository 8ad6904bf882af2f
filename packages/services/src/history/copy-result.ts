import type { ObjectStorage } from "@app/clients/storage/object-storage";
import { AppError } from "@app/core/errors";
import type { PictureSize } from "@app/core/generation/generation-limits";
import { readPictureHeader } from "@app/core/generation/picture-header";
import { extensionForContentType, objectKey } from "@app/core/storage/file-names";
import type { DbOrTx } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { type JobPayloads, queueJob } from "../platform/job-queue";
import { createSlots } from "../platform/slots";

/** Largest generated file that is copied or downloaded. */
export const RESULT_MAX_BYTES = { image: 50 * 1024 * 1024, video: 200 * 1024 * 1024 } as const;

/** Used when a backend sends a file without a usable content type. */
const FALLBACK = {
  image: { contentType: "image/png", extension: "png" },
  video: { contentType: "video/mp4", extension: "mp4" },
} as const;

/** A page or an error that came with status 200, as of a host under maintenance. */
const NO_FILE = /^(?:text\/html|(?:application|text)\/(?:json|xml))$/;

export interface CopiedResult {
  /** The address of the copy, or the original address when no storage is configured. */
  url: string;
  /** Of a picture whose header could be read. */
  size: PictureSize | null;
  /** Whether it found no place in time and `url` is the original address: `queueCopyAgain` is to copy it. */
  copyLater?: boolean;
}

/**
 * Images that this process copies at once: each is held in memory. The others wait, and none is refused, because they are paid for. Requests
 * that wait are bounded by the generations that a user may have at once, and by `IMAGE_WAIT_MAX_MS`.
 */
const copyingImages = createSlots({
  running: 32,
  runningPerUser: 16,
  waiting: Number.POSITIVE_INFINITY,
  waitingPerUser: Number.POSITIVE_INFINITY,
});

/**
 * With two minutes before it for the image, and two after it for the copy, an image ends while a process that stops still waits for it
 * (`STOP_GRACE_SECONDS`), and long before maintenance takes it for abandoned and ends it as failed (`closeAbandonedGenerations`).
 */
const IMAGE_WAIT_MAX_MS = 50_000;

interface GeneratedFile {
  userId: string;
  originalUrl: string;
}

/**
 * Copies a generated file to object storage, because the backend deletes it after a day.
 * @throws AppError `upstream_failed` when the file cannot be fetched or stored
 */
export async function copyResult(
  ctx: ServiceContext,
  kind: "image" | "video",
  file: GeneratedFile,
): Promise<CopiedResult> {
  const { storage } = ctx.clients;
  if (!storage) return { url: file.originalUrl, size: null };
  const copy = () => copyFile(ctx, storage, kind, file);
  return kind === "image" ? copyInTurn(file, copy) : copy();
}

/** Runs `copy` once a place is free. An image whose turn does not come in time is left where it is. */
function copyInTurn(file: GeneratedFile, copy: () => Promise<CopiedResult>): Promise<CopiedResult> {
  const original = { url: file.originalUrl, size: null, copyLater: true };
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      resolve(original);
    }, IMAGE_WAIT_MAX_MS);
    const takeTurn = async () => {
      clearTimeout(timer);
      return isLate ? original : copy();
    };
    copyingImages(file.userId, takeTurn).then(resolve, reject);
  });
}

async function copyFile(
  ctx: ServiceContext,
  storage: ObjectStorage,
  kind: "image" | "video",
  file: GeneratedFile,
): Promise<CopiedResult> {
  const { results } = ctx.clients;
  try {
    const { body, contentType } = await results.fetchResult(file.originalUrl, RESULT_MAX_BYTES[kind]);
    if (NO_FILE.test(contentType)) throw new Error(`The backend sent ${contentType} in place of the file`);
    const header = kind === "image" ? readPictureHeader(body) : null;
    // The first bytes of a picture decide: some backends call every file application/octet-stream.
    const type = header?.contentType ?? contentType;
    const extension = type.startsWith(`${kind}/`) ? extensionForContentType(type) : undefined;
    const stored = extension ? { contentType: type, extension } : FALLBACK[kind];
    const key = objectKey(kind, file.userId, stored.extension, ctx.now(), Math.random);
    const url = await storage.put({ key, body, contentType: stored.contentType });
    return { url, size: header?.size ?? null };
  } catch (cause) {
    throw new AppError("upstream_failed", `Failed to store the ${kind}`, { cause });
  }
}

/** Videos that this process copies at once: each is held in memory. */
const VIDEO_COPIES_MAX = 4;
/** Repeated copies begin only below this number: a video that its user waits for must find a place. */
const REPEATED_COPIES_MAX = 2;
let videoCopies = 0;

/** Whether this process may copy one more video now. */
export const mayCopyVideo = (copiesMax = VIDEO_COPIES_MAX): boolean => videoCopies < copiesMax;

/** As `copyResult` for a video, which counts among the copies at once. */
export async function copyVideo(ctx: ServiceContext, file: GeneratedFile): Promise<CopiedResult> {
  videoCopies += 1;
  try {
    return await copyResult(ctx, "video", file);
  } finally {
    videoCopies -= 1;
  }
}

/** After this time the backend has deleted the original. */
const ORIGINAL_MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** Queues the job that copies a result whose first copy failed. */
export async function queueCopyAgain(
  tx: DbOrTx,
  payload: JobPayloads["copy-result-again"],
  runAt: Date,
): Promise<void> {
  await queueJob(tx, "copy-result-again", payload, { key: `copy-result-again:${payload.generationId}`, runAt });
}

/** How long the job waits while this process copies as many videos as it may. */
const COPY_DELAY_MS = 30_000;
/** How long it waits while no storage is configured: there was one when it was queued. */
const NO_STORAGE_DELAY_MS = 10 * 60 * 1000;

/** Job: copies a result that is still at the backend's address. The queue retries a failure until the original is gone. */
export async function copyResultAgain(ctx: ServiceContext, payload: JobPayloads["copy-result-again"]): Promise<void> {
  const { generationId, originalUrl } = payload;
  const row = await ctx.db.generationHistory.findUnique({ where: { id: generationId } });
  // A job may run again after a crash. A result that was copied already is not copied again.
  if (row?.resultUrl !== originalUrl) return;
  if (ctx.now().getTime() - row.updatedAt.getTime() > ORIGINAL_MAX_AGE_MS) {
    // The job ends here, so nothing else tells an operator which results a storage that was down for a day has cost.
    ctx.log.error({ generationId, userId: row.userId }, "a result was never copied, and its original is gone");
    return;
  }
  const file = { userId: row.userId, originalUrl };
  const isImage = row.type === "image";
  const wait = (milliseconds: number) => queueCopyAgain(ctx.db, payload, new Date(ctx.now().getTime() + milliseconds));
  if (!ctx.clients.storage) return wait(NO_STORAGE_DELAY_MS);
  if (!isImage && !mayCopyVideo(REPEATED_COPIES_MAX)) return wait(COPY_DELAY_MS);
  const copied = isImage ? await copyResult(ctx, "image", file) : await copyVideo(ctx, file);
  if (copied.copyLater) throw new AppError("upstream_failed", "The image found no place to be copied in time");
  // updatedAt stays: the result is the same, only its location is new, and the size of a picture whose header was not read before.
  await ctx.db.$executeRaw`
    UPDATE generation_history SET "resultUrl" = ${copied.url}, width = coalesce(width, ${copied.size?.width ?? null}::int),
      height = coalesce(height, ${copied.size?.height ?? null}::int)
    WHERE id = ${row.id} AND "resultUrl" = ${originalUrl}`;
}
