import type { UserContext } from "../context";
import { cleanImage, type UploadedFile } from "./clean-image";
import { toDataUrl } from "./to-data-url";

export const SIMPLE_UPLOAD_MAX_BYTES = 5 * 1024 * 1024;
export const SIMPLE_UPLOAD_TOO_LARGE = "File size must be less than 5MB";

/**
 * Turns a small image into a data URL of the same image, written anew; stores nothing.
 * @throws AppError `bad_request` for a file that is not a raster image or larger than 5 MB, `rate_limited`
 */
export async function uploadSimple(ctx: UserContext, file: UploadedFile): Promise<{ url: string }> {
  const image = await cleanImage(ctx, file, { maxBytes: SIMPLE_UPLOAD_MAX_BYTES, message: SIMPLE_UPLOAD_TOO_LARGE });
  return { url: toDataUrl(image.bytes, image.contentType) };
}
