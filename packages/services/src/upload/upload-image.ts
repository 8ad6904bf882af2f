import { AppError } from "@app/core/errors";
import { objectKey } from "@app/core/storage/file-names";
import type { UserContext } from "../context";
import { cleanImage, toDataUrl, type UploadedFile } from "./clean-image";

export const UPLOAD_MAX_BYTES = 10 * 1024 * 1024;
export const UPLOAD_TOO_LARGE = "File size must be less than 10MB";
const SIDE_MIN_PIXELS = 300;

export type UploadResult = { url: string; filename: string; size: number; type: string } | { url: string };

/**
 * Stores a reference image of at least 300 x 300 pixels, encoded again. Without object storage it is returned as a data URL. Name and size
 * in the response are those of the uploaded file.
 * @throws AppError `bad_request` for a file that is not such an image, `rate_limited`, `internal` when the storage fails
 */
export async function uploadImage(ctx: UserContext, file: UploadedFile): Promise<UploadResult> {
  const image = await cleanImage(ctx, file, { maxBytes: UPLOAD_MAX_BYTES, message: UPLOAD_TOO_LARGE });
  if (image.width < SIDE_MIN_PIXELS || image.height < SIDE_MIN_PIXELS) {
    throw new AppError("bad_request", `Image must be at least ${SIDE_MIN_PIXELS}x${SIDE_MIN_PIXELS} pixels`);
  }
  const { storage } = ctx.clients;
  if (!storage) return { url: toDataUrl(image.bytes, image.contentType) };
  const key = objectKey("upload", ctx.actor.id, image.extension, ctx.now(), Math.random);
  try {
    const url = await storage.put({ key, body: image.bytes, contentType: image.contentType });
    return { url, filename: file.name, size: file.bytes.byteLength, type: image.contentType };
  } catch (cause) {
    throw new AppError("internal", "Failed to upload image", { cause });
  }
}

export const SIMPLE_UPLOAD_MAX_BYTES = 5 * 1024 * 1024;
export const SIMPLE_UPLOAD_TOO_LARGE = "File size must be less than 5MB";

/**
 * Returns a small image, encoded again, as a data URL. Stores nothing.
 * @throws AppError `bad_request` for a file that is not a raster image or larger than 5 MB, `rate_limited`
 */
export async function uploadSimple(ctx: UserContext, file: UploadedFile): Promise<{ url: string }> {
  const image = await cleanImage(ctx, file, { maxBytes: SIMPLE_UPLOAD_MAX_BYTES, message: SIMPLE_UPLOAD_TOO_LARGE });
  return { url: toDataUrl(image.bytes, image.contentType) };
}
