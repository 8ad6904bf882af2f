import { AppError } from "@app/core/errors";
import { extensionForContentType } from "@app/core/storage/content-types";
import { objectKey } from "@app/core/storage/object-key";
import type { ServiceContext } from "../context";

/** Largest generated file that is copied or passed on. */
export const RESULT_MAX_BYTES = { image: 50 * 1024 * 1024, video: 200 * 1024 * 1024 } as const;

/** What a backend's file is taken for when it is sent without a usable content type. */
const FALLBACK = {
  image: { contentType: "image/png", extension: "png" },
  video: { contentType: "video/mp4", extension: "mp4" },
} as const;

/**
 * Copies a generated file to object storage, since the backend keeps it for a day only.
 * @returns the copy's address, or the original one where no storage is configured
 * @throws AppError `upstream_failed` when the file cannot be fetched or stored
 */
export async function copyResult(
  ctx: ServiceContext,
  kind: "image" | "video",
  file: { userId: string; originalUrl: string },
): Promise<string> {
  const { storage, results } = ctx.clients;
  if (!storage) return file.originalUrl;
  try {
    const { body, contentType } = await results.fetchResult(file.originalUrl, RESULT_MAX_BYTES[kind]);
    const extension = contentType.startsWith(`${kind}/`) ? extensionForContentType(contentType) : undefined;
    const stored = extension ? { contentType, extension } : FALLBACK[kind];
    const key = objectKey(kind, file.userId, stored.extension, ctx.now(), Math.random);
    return await storage.put({ key, body, contentType: stored.contentType });
  } catch (cause) {
    throw new AppError("upstream_failed", `Failed to store the ${kind}`, { cause });
  }
}
