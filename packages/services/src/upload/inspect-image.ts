import { AppError } from "@app/core/errors";
import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";

/** A picture of more pixels is not decoded: a small file can claim to be enormous. */
const PIXELS_MAX = 100_000_000;

/** Raster formats that browsers show and backends accept; anything else, SVG above all, is refused. */
const EXTENSION_BY_TYPE: ReadonlyMap<string, string> = new Map([
  ["image/jpeg", "jpg"],
  ["image/png", "png"],
  ["image/webp", "webp"],
  ["image/gif", "gif"],
  ["image/avif", "avif"],
]);

export interface InspectedImage {
  contentType: string;
  extension: string;
  width: number;
  height: number;
}

/** A file as it was sent: the type is the sender's claim. */
export interface UploadedFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/**
 * Checks a file in the order type, size, real content. Type and extension come from the content, never from the sender.
 * @throws AppError `bad_request` "File must be an image", or the text for a file that is too large
 */
export async function inspectImage(
  file: UploadedFile,
  limit: { maxBytes: number; message: string },
): Promise<InspectedImage> {
  const notAnImage = new AppError("bad_request", "File must be an image");
  if (!file.type.startsWith("image/")) throw notAnImage;
  if (file.bytes.byteLength > limit.maxBytes) throw new AppError("bad_request", limit.message);
  const sniffed = await fileTypeFromBuffer(file.bytes);
  const extension = sniffed && EXTENSION_BY_TYPE.get(sniffed.mime);
  if (!sniffed || !extension) throw notAnImage;
  const { width, height } = await decode(file.bytes, notAnImage);
  return { contentType: sniffed.mime, extension, width, height };
}

async function decode(bytes: Uint8Array, notAnImage: AppError): Promise<{ width: number; height: number }> {
  try {
    const image = sharp(bytes, { limitInputPixels: PIXELS_MAX });
    const { width, height } = await image.metadata();
    // Headers can promise what the data does not hold: reading the statistics decodes every pixel.
    await image.stats();
    return { width, height };
  } catch {
    throw notAnImage;
  }
}
