import { invalidParameter } from "./backend-error";
import type { ReferenceImage } from "./reference-image";

/** The reference images that a model accepts. */
export interface PictureLimits {
  /** Accepted formats, detected from the bytes; any raster format if absent. */
  formats?: readonly string[];
  refusedFormats?: readonly string[];
  /** Largest ratio of the longer side to the shorter one. */
  ratioMax: number;
  /** Both sides must be longer than this, in pixels. */
  sideAbove: number;
  sideMax?: number;
}

export interface ImageModelLimits {
  /** Sizes by name. */
  sizes: readonly string[];
  defaultSize: string;
  acceptsPixelSizes: boolean;
  pixelsMin: number;
  pictures: PictureLimits;
}

export interface VideoModelLimits {
  /** Whole seconds, both included. */
  durationMin: number;
  durationMax: number;
  resolutions: readonly string[];
  pictures: PictureLimits;
}

const IMAGE_PICTURES: PictureLimits = { formats: ["jpeg", "png"], ratioMax: 3, sideAbove: 0 };
const SEEDREAM: ImageModelLimits = {
  sizes: ["1K", "2K", "4K"],
  defaultSize: "2K",
  acceptsPixelSizes: true,
  pixelsMin: 0,
  pictures: { ...IMAGE_PICTURES, sideAbove: 14 },
};
const VIDEO_PICTURES: PictureLimits = { refusedFormats: ["avif"], ratioMax: 2.5, sideAbove: 300, sideMax: 6_000 };

/** By a part of the model's name, more specific names first. Real ids end with a date: `seedream-4-0-250828`. */
const IMAGE_MODELS: readonly (readonly [name: RegExp, limits: ImageModelLimits])[] = [
  [
    /seededit/,
    { sizes: ["adaptive"], defaultSize: "adaptive", acceptsPixelSizes: false, pixelsMin: 0, pictures: IMAGE_PICTURES },
  ],
  // No 1K: its square has fewer pixels than the minimum.
  [/seedream-(?:4[-.]5|5)/, { ...SEEDREAM, sizes: ["2K", "4K"], pixelsMin: 3_686_400 }],
  [/seedream-4/, SEEDREAM],
];
const VIDEO_MODELS: readonly (readonly [name: RegExp, limits: VideoModelLimits])[] = [
  [
    /seedance-1[-.]0/,
    { durationMin: 2, durationMax: 12, resolutions: ["480p", "720p", "1080p"], pictures: VIDEO_PICTURES },
  ],
  [/seedance-1[-.]5/, { durationMin: 4, durationMax: 12, resolutions: ["480p", "720p"], pictures: VIDEO_PICTURES }],
  // Only its durations are documented: the rest is that of 1.0.
  [
    /seedance-2[-.]0/,
    { durationMin: 4, durationMax: 15, resolutions: ["480p", "720p", "1080p"], pictures: VIDEO_PICTURES },
  ],
];

/** Null for other model names, which accept everything that the sandbox can draw. */
export function imageModelLimits(model: string): ImageModelLimits | null {
  return limitsOf(IMAGE_MODELS, model);
}

export function videoModelLimits(model: string): VideoModelLimits | null {
  return limitsOf(VIDEO_MODELS, model);
}

function limitsOf<T>(models: readonly (readonly [RegExp, T])[], model: string): T | null {
  return models.find(([name]) => name.test(model.toLowerCase()))?.[1] ?? null;
}

/** @throws BackendError `InvalidParameter` */
export function checkImageSize(limits: ImageModelLimits, size: string): void {
  if (limits.sizes.includes(size)) return;
  const explicit = limits.acceptsPixelSizes ? parseExplicitSize(size) : null;
  if (!explicit) throw invalidParameter(`The parameter size is not valid: ${size} is not supported by this model`);
  if (explicit.width * explicit.height < limits.pixelsMin) {
    throw invalidParameter(`The parameter size is not valid: it must have at least ${limits.pixelsMin} pixels`);
  }
}

/** @throws BackendError `InvalidParameter` */
export function checkVideo(limits: VideoModelLimits, video: { duration: number; resolution: string }): void {
  const { durationMin, durationMax, resolutions } = limits;
  if (!Number.isInteger(video.duration) || video.duration < durationMin || video.duration > durationMax) {
    throw invalidParameter(
      `The parameter duration is not valid: it must be a whole number of seconds from ${durationMin} to ${durationMax}`,
    );
  }
  if (!resolutions.includes(video.resolution)) {
    throw invalidParameter(`The parameter resolution is not valid: ${video.resolution} is not supported by this model`);
  }
}

/** @throws BackendError `InvalidParameter` */
export function checkPicture(limits: PictureLimits, { format, width, height }: ReferenceImage): void {
  if (limits.refusedFormats?.includes(format) || (limits.formats && !limits.formats.includes(format))) {
    throw invalidParameter(`The image format ${format} is not supported by this model`);
  }
  if (Math.max(width / height, height / width) > limits.ratioMax) {
    throw invalidParameter("The image's ratio of width to height is out of range");
  }
  const { sideAbove, sideMax = Number.POSITIVE_INFINITY } = limits;
  if (Math.min(width, height) <= sideAbove || Math.max(width, height) > sideMax) {
    throw invalidParameter("The image's width or height is out of range");
  }
}

export interface PixelSize {
  width: number;
  height: number;
}

const LONG_SIDE_BY_NAME: ReadonlyMap<string, number> = new Map([
  ["1K", 1024],
  ["2K", 2048],
  ["4K", 4096],
]);
const ADAPTIVE_LONG_SIDE_MAX = 1280;
const SIDE_MIN = 64;
const SIDE_MAX = 4096;

/**
 * The size of the generated picture. `adaptive` follows the reference within limits; `1K`, `2K` and `4K` set the longer side and keep
 * the reference's ratio; `1024x768` is used as it is. Null for anything else.
 */
export function outputSize(size: string, reference: PixelSize): PixelSize | null {
  const explicit = parseExplicitSize(size);
  if (explicit) {
    const { width, height } = explicit;
    return Math.min(width, height) >= SIDE_MIN && Math.max(width, height) <= SIDE_MAX ? explicit : null;
  }
  const longSide = size === "adaptive" ? adaptiveLongSide(reference) : LONG_SIDE_BY_NAME.get(size);
  if (longSide === undefined) return null;
  const scale = longSide / Math.max(reference.width, reference.height);
  const side = (length: number) => Math.max(Math.round(length * scale), SIDE_MIN);
  return { width: side(reference.width), height: side(reference.height) };
}

/** Parses `1024x768`; null for any other text. */
function parseExplicitSize(size: string): PixelSize | null {
  const explicit = /^(\d{2,4})x(\d{2,4})$/.exec(size);
  return explicit ? { width: Number(explicit[1]), height: Number(explicit[2]) } : null;
}

function adaptiveLongSide(reference: PixelSize): number {
  return Math.min(Math.max(reference.width, reference.height), ADAPTIVE_LONG_SIDE_MAX);
}
