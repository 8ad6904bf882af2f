import { AppError } from "@app/core/errors";
import type { PictureSize } from "@app/core/generation/generation-limits";
import { readPictureHeader } from "@app/core/generation/picture-header";
import { extensionForContentType, objectKey } from "@app/core/storage/file-names";
import type { ServiceContext } from "../context";
import type { JobPayloads } from "../platform/job-queue";

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
}

/**
 * Copies a generated file to object storage, because the backend deletes it after a day.
 * @throws AppError `upstream_failed` when the file cannot be fetched or stored
 */
export async function copyResult(
  ctx: ServiceContext,
  kind: "image" | "video",
  file: { userId: string; originalUrl: string },
): Promise<CopiedResult> {
  const { storage, results } = ctx.clients;
  if (!storage) return { url: file.originalUrl, size: null };
  try {
    const { body, contentType } = await results.fetchResult(file.originalUrl, RESULT_MAX_BYTES[kind]);
    if (NO_FILE.test(contentType)) throw new Error(`The backend sent ${contentType} in place of the file`);
    const extension = contentType.startsWith(`${kind}/`) ? extensionForContentType(contentType) : undefined;
    const stored = extension ? { contentType, extension } : FALLBACK[kind];
    const key = objectKey(kind, file.userId, stored.extension, ctx.now(), Math.random);
    const url = await storage.put({ key, body, contentType: stored.contentType });
    return { url, size: readPictureHeader(body)?.size ?? null };
  } catch (cause) {
    throw new AppError("upstream_failed", `Failed to store the ${kind}`, { cause });
  }
}

/** After this time the backend has deleted the original. */
const ORIGINAL_MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** Job: copies a result that is still at the backend's address. The queue retries a failure until the original is gone. */
export async function copyResultAgain(
  ctx: ServiceContext,
  { generationId, originalUrl }: JobPayloads["copy-result-again"],
): Promise<void> {
  const row = await ctx.db.generationHistory.findUnique({ where: { id: generationId } });
  // A job may run again after a crash. A result that was copied already is not copied again.
  if (row?.resultUrl !== originalUrl || ctx.now().getTime() - row.updatedAt.getTime() > ORIGINAL_MAX_AGE_MS) return;
  const kind = row.type === "image" ? "image" : "video";
  const { url: resultUrl } = await copyResult(ctx, kind, { userId: row.userId, originalUrl });
  // updatedAt stays: only the location of the result changes.
  await ctx.db.$executeRaw`
    UPDATE generation_history SET "resultUrl" = ${resultUrl} WHERE id = ${row.id} AND "resultUrl" = ${originalUrl}`;
}
