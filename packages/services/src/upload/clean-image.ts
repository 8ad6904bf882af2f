import { AppError } from "@app/core/errors";
import {
  NOT_AN_IMAGE,
  REFERENCE_ERROR_MESSAGES,
  UPLOAD_MAX_PIXELS,
  UPLOAD_MAX_PIXELS_AVIF,
} from "@app/core/generation/generation-limits";
import type { Metadata } from "sharp";
import type { UserContext } from "../context";
import { consumeRateLimits } from "../platform/rate-limits";
import { createSlots } from "../platform/slots";
import { encodingsOf, type RasterFormat, sniffRasterFormat } from "./raster-formats";

const MEGAPIXEL = 1_000_000;
const FRAMES_MAX = 500;
/** For all attempts to encode an image below the size limit. */
const CLEANING_MAX_SECONDS = 20;
/** Each encoding occupies a thread of the pool that DNS lookups and file access need too. */
const cleaning = createSlots({ running: 2, waiting: 50, runningPerUser: 1, waitingPerUser: 10 });

/** A file as the client sent it. The type is the client's claim. */
export interface UploadedFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** An image encoded again from its pixels: without metadata and without data appended to the file. */
export interface CleanImage {
  bytes: Uint8Array;
  contentType: string;
  extension: string;
  width: number;
  height: number;
}

/**
 * Checks a file in the order type, size, content, and encodes the image again in its own format, upright. Type and extension come from the
 * content, not from the client.
 * @throws AppError `bad_request` "File must be an image", or the text for a file that is too large; `rate_limited`
 */
export async function cleanImage(
  ctx: UserContext,
  file: UploadedFile,
  limit: { maxBytes: number; message: string },
): Promise<CleanImage> {
  const notAnImage = (cause?: unknown) => new AppError("bad_request", NOT_AN_IMAGE, { cause });
  const tooLarge = () => new AppError("bad_request", limit.message);
  if (!file.type.startsWith("image/")) throw notAnImage();
  if (file.bytes.byteLength > limit.maxBytes) throw tooLarge();
  const format = await sniffRasterFormat(file.bytes);
  if (!format) throw notAnImage();
  const written = await cleaning(ctx.actor.id, () =>
    reencode(ctx, file.bytes, format, limit.maxBytes).catch((cause: unknown) => {
      throw cause instanceof AppError ? cause : notAnImage(cause);
    }),
  );
  if (!written) throw tooLarge();
  const { contentType, extension } = format;
  return { ...written, contentType, extension };
}

/**
 * Null when the image is larger than `maxBytes` in every encoding. Rejects for an image that is damaged or of another format, and with
 * `rate_limited` before it is decoded.
 */
async function reencode(ctx: UserContext, bytes: Uint8Array, format: RasterFormat, maxBytes: number) {
  // Loaded with the first image: the library takes some megabytes, and many processes never need it.
  const { default: sharp } = await import("sharp");
  const metadata = await sharp(bytes, { limitInputPixels: UPLOAD_MAX_PIXELS }).metadata();
  await consumePixels(ctx, countPixels(metadata, format));
  const endsAt = performance.now() + CLEANING_MAX_SECONDS * 1000;
  const isAnimated = (metadata.pages ?? 1) > 1 && format.sharpName !== "heif";
  for (const encode of encodingsOf(format, metadata, bytes)) {
    const seconds = Math.ceil((endsAt - performance.now()) / 1000);
    if (seconds <= 0) return null;
    const image = sharp(bytes, { limitInputPixels: UPLOAD_MAX_PIXELS, failOn: "warning", animated: isAnimated });
    // The orientation is applied here, because metadata is dropped. Animated images cannot be rotated.
    const upright = isAnimated ? image : image.autoOrient();
    const { data, info } = await encode(upright.timeout({ seconds })).toBuffer({
      resolveWithObject: true,
    });
    if (data.byteLength <= maxBytes) return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
  }
  return null;
}

/** @throws AppError `rate_limited` when the user's images of the last minute have too many pixels in total */
async function consumePixels(ctx: UserContext, pixels: number): Promise<void> {
  const amount = Math.ceil(pixels / MEGAPIXEL);
  await consumeRateLimits(ctx, [{ limit: "uploadMegapixels", subject: ctx.actor.id, amount }]);
}

/** The pixels of all frames. Throws for an image that is too large. */
function countPixels({ format, width, height, pages = 1 }: Metadata, expected: RasterFormat): number {
  if (format !== expected.sharpName) throw new Error(`It decodes as ${format}`);
  if (pages > FRAMES_MAX) throw new Error(`It has ${pages} frames`);
  const pixelsMax = expected.sharpName === "heif" ? UPLOAD_MAX_PIXELS_AVIF : UPLOAD_MAX_PIXELS;
  const pixels = width * height * pages;
  if (pixels > pixelsMax) throw new Error(`It has ${width} x ${height} x ${pages} pixels`);
  return pixels;
}

/** JPEG qualities for the generation backend, best first. The lower ones are for images that would be too large. */
const BACKEND_JPEG_QUALITIES = [92, 85, 75] as const;

/**
 * Converts the first frame of an image to JPEG, or to PNG when it has transparency, upright: the formats that every model accepts as a
 * reference.
 * @throws AppError `bad_request` for a file that is not an image, or larger than `maxBytes` in every encoding; `rate_limited`
 */
export async function convertImage(ctx: UserContext, bytes: Uint8Array, maxBytes: number): Promise<CleanImage> {
  const unreadable = (cause?: unknown) => new AppError("bad_request", REFERENCE_ERROR_MESSAGES.unreadable, { cause });
  const format = await sniffRasterFormat(bytes);
  if (!format) throw unreadable();
  const written = await cleaning(ctx.actor.id, () =>
    writeForBackend(ctx, bytes, format, maxBytes).catch((cause: unknown) => {
      throw cause instanceof AppError ? cause : unreadable(cause);
    }),
  );
  if (!written) throw new AppError("bad_request", REFERENCE_ERROR_MESSAGES.tooManyBytes);
  return written;
}

/** Null when the image is larger than `maxBytes` in every encoding. */
async function writeForBackend(
  ctx: UserContext,
  bytes: Uint8Array,
  format: RasterFormat,
  maxBytes: number,
): Promise<CleanImage | null> {
  const { default: sharp } = await import("sharp");
  const metadata = await sharp(bytes, { limitInputPixels: UPLOAD_MAX_PIXELS }).metadata();
  await consumePixels(ctx, countPixels(metadata, format));
  const open = () =>
    sharp(bytes, { limitInputPixels: UPLOAD_MAX_PIXELS, failOn: "warning" })
      .autoOrient()
      .timeout({ seconds: CLEANING_MAX_SECONDS });
  const encodings = [
    ...(metadata.hasAlpha ? [() => open().png()] : []),
    ...BACKEND_JPEG_QUALITIES.map((quality) => () => open().flatten({ background: "#fff" }).jpeg({ quality })),
  ];
  for (const encode of encodings) {
    const { data, info } = await encode().toBuffer({ resolveWithObject: true });
    if (data.byteLength > maxBytes) continue;
    const [contentType, extension] = info.format === "png" ? ["image/png", "png"] : ["image/jpeg", "jpg"];
    return { bytes: data, contentType, extension, width: info.width, height: info.height };
  }
  return null;
}

export function toDataUrl(bytes: Uint8Array, contentType: string): string {
  return `data:${contentType};base64,${Buffer.from(bytes).toString("base64")}`;
}
