import { AppError } from "@app/core/errors";
import { REFERENCE_ERROR_MESSAGES } from "@app/core/generation/generation-limits";
import type { Metadata } from "sharp";
import type { UserContext } from "../context";
import { consumeRateLimits } from "../platform/rate-limits";
import { encodingsOf, type RasterFormat, sniffRasterFormat } from "./raster-formats";
import { createSlots } from "./slots";

/**
 * A picture of more pixels, all frames together, is not decoded: a small file can claim to be enormous. Phones make photos of 12, and of
 * 24.5 million (5712 x 4284).
 */
const PIXELS_MAX = 25_000_000;
const MEGAPIXEL = 1_000_000;
/** Writing this format takes longest, and nothing interrupts it. */
const AVIF_PIXELS_MAX = 20_000_000;
const FRAMES_MAX = 500;
/** However often it is written: it may come out too large several times. */
const CLEANING_MAX_SECONDS = 20;
/** Each takes a thread of the pool that name lookups and files need too. */
const cleaning = createSlots({ running: 2, waiting: 50, runningPerUser: 1, waitingPerUser: 10 });

/** A file as it was sent: the type is the sender's claim. */
export interface UploadedFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** A picture written anew from its pixels: nothing else of the file is in it, neither metadata nor what was appended. */
export interface CleanImage {
  bytes: Uint8Array;
  contentType: string;
  extension: string;
  width: number;
  height: number;
}

/**
 * Checks a file in the order type, size, real content, and writes the picture anew in its own format, upright. Type and extension come
 * from the content, never from the sender.
 * @throws AppError `bad_request` "File must be an image", or the text for a file that is too large; `rate_limited`
 */
export async function cleanImage(
  ctx: UserContext,
  file: UploadedFile,
  limit: { maxBytes: number; message: string },
): Promise<CleanImage> {
  const notAnImage = (cause?: unknown) => new AppError("bad_request", "File must be an image", { cause });
  const tooLarge = () => new AppError("bad_request", limit.message);
  if (!file.type.startsWith("image/")) throw notAnImage();
  if (file.bytes.byteLength > limit.maxBytes) throw tooLarge();
  const format = await sniffRasterFormat(file.bytes);
  if (!format) throw notAnImage();
  const written = await cleaning(ctx.actor.id, () =>
    writeAnew(ctx, file.bytes, format, limit.maxBytes).catch((cause: unknown) => {
      throw cause instanceof AppError ? cause : notAnImage(cause);
    }),
  );
  if (!written) throw tooLarge();
  const { contentType, extension } = format;
  return { ...written, contentType, extension };
}

/**
 * Null where it takes more than `maxBytes` however it is written. Rejects for what is no whole picture of the format, and with
 * `rate_limited` before it is decoded.
 */
async function writeAnew(ctx: UserContext, bytes: Uint8Array, format: RasterFormat, maxBytes: number) {
  // Loaded with the first picture: it is a library of some megabytes, and many a process sees none.
  const { default: sharp } = await import("sharp");
  const metadata = await sharp(bytes, { limitInputPixels: PIXELS_MAX }).metadata();
  await takePixels(ctx, countPixels(metadata, format));
  const endsAt = performance.now() + CLEANING_MAX_SECONDS * 1000;
  const isAnimated = (metadata.pages ?? 1) > 1 && format.decoder !== "heif";
  for (const encode of encodingsOf(format, metadata, bytes)) {
    const seconds = Math.ceil((endsAt - performance.now()) / 1000);
    if (seconds <= 0) return null;
    const image = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: "warning", animated: isAnimated });
    // Metadata is left out, with the orientation in it: it is applied here. Frames cannot be turned.
    const upright = isAnimated ? image : image.autoOrient();
    const { data, info } = await encode(upright.timeout({ seconds })).toBuffer({
      resolveWithObject: true,
    });
    if (data.byteLength <= maxBytes) return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
  }
  return null;
}

/** @throws AppError `rate_limited` for a user whose pictures were larger in all than a minute allows */
async function takePixels(ctx: UserContext, pixels: number): Promise<void> {
  const amount = Math.ceil(pixels / MEGAPIXEL);
  await consumeRateLimits(ctx, [{ limit: "uploadMegapixels", subject: ctx.actor.id, amount }]);
}

/** Of all frames; throws for a picture that is too large. */
function countPixels({ format, width, height, pages = 1 }: Metadata, expected: RasterFormat): number {
  if (format !== expected.decoder) throw new Error(`It decodes as ${format}`);
  if (pages > FRAMES_MAX) throw new Error(`It has ${pages} frames`);
  const pixelsMax = expected.decoder === "heif" ? AVIF_PIXELS_MAX : PIXELS_MAX;
  const pixels = width * height * pages;
  if (pixels > pixelsMax) throw new Error(`It has ${width} x ${height} x ${pages} pixels`);
  return pixels;
}

/** JPEG qualities for the generation backend, best first: the lower ones are for pictures that would be too large. */
const BACKEND_JPEG_QUALITIES = [92, 85, 75] as const;

/**
 * Writes a picture of another format as JPEG, or as PNG where it has see-through parts, upright and of its first frame alone: what
 * every model takes as a reference.
 * @throws AppError `bad_request` for what is no picture, or stays larger than `maxBytes`; `rate_limited`
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

/** Null where it takes more than `maxBytes` however it is written. */
async function writeForBackend(
  ctx: UserContext,
  bytes: Uint8Array,
  format: RasterFormat,
  maxBytes: number,
): Promise<CleanImage | null> {
  const { default: sharp } = await import("sharp");
  const metadata = await sharp(bytes, { limitInputPixels: PIXELS_MAX }).metadata();
  await takePixels(ctx, countPixels(metadata, format));
  const open = () =>
    sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: "warning" })
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
