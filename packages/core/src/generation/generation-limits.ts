export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export type ReferenceProblem = "tooNarrow" | "tooSmall" | "tooLarge";

interface ReferenceLimits {
  /** Largest ratio of the longer side to the shorter one. */
  readonly ratioMax: number;
  readonly sideMinPixels: number;
  readonly sideMaxPixels: number;
}

/**
 * Sizes that the models accept as a reference image. Checked before the charge, because a backend refuses only after it. Both kinds of model want
 * sides above a number, 14 and 300 pixels, which is itself refused.
 */
export const REFERENCE_LIMITS: Readonly<Record<"image" | "video", ReferenceLimits>> = {
  image: { ratioMax: 3, sideMinPixels: 15, sideMaxPixels: Number.POSITIVE_INFINITY },
  video: { ratioMax: 2.5, sideMinPixels: 301, sideMaxPixels: 6000 },
};

/** Larger files are refused without being decoded. */
export const REFERENCE_MAX_BYTES = 10 * 1024 * 1024;

/**
 * An upload with more pixels, all frames together, is not decoded: a small file can decode to gigabytes. Phone photos have 12 to 24.5 million
 * (5712 x 4284).
 */
export const UPLOAD_MAX_PIXELS = 25_000_000;
/** Encoding AVIF takes longest and cannot be interrupted. */
export const UPLOAD_MAX_PIXELS_AVIF = 20_000_000;

/** The spec's text for an upload that is no image, is damaged, or has too many pixels or frames. */
export const NOT_AN_IMAGE = "File must be an image";

/** Texts of the problems that images and videos have in common. */
export const REFERENCE_ERROR_MESSAGES = {
  unreadable: "Reference image cannot be read: use a JPEG, PNG, WebP, GIF or AVIF file",
  tooManyBytes: "Reference image is larger than 10 MB: use a smaller one",
  missing: "Reference image is not there any more: upload it again",
  notLoaded: "Reference image could not be loaded, try again",
} as const;

/** Why a picture cannot be the reference of an image or video; null if it can. */
export function referenceProblem(kind: "image" | "video", { width, height }: PictureSize): ReferenceProblem | null {
  const { ratioMax, sideMinPixels, sideMaxPixels } = REFERENCE_LIMITS[kind];
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  if (shorter < sideMinPixels) return "tooSmall";
  if (longer > ratioMax * shorter) return "tooNarrow";
  return longer > sideMaxPixels ? "tooLarge" : null;
}

/** The error text for the user: the problem and how to fix it. */
export function referenceProblemMessage(kind: "image" | "video", problem: ReferenceProblem): string {
  const { ratioMax, sideMinPixels, sideMaxPixels } = REFERENCE_LIMITS[kind];
  switch (problem) {
    case "tooNarrow":
      return `Reference image is too narrow: crop it so that its longer side is at most ${ratioMax} times the shorter one`;
    case "tooSmall":
      return `Reference image is too small: use one of at least ${sideMinPixels} pixels on each side`;
    case "tooLarge":
      return `Reference image is too large: scale it down to at most ${sideMaxPixels} pixels on each side`;
  }
}

/** Why the payment provider's moderation stopped a prompt, before anything was charged. */
export const MODERATION_ERROR_MESSAGES = {
  refused: "This prompt is not allowed. No credits were spent. Change it and try again.",
  unavailable: "The prompt could not be checked. No credits were spent. Try again in a moment.",
} as const;

/** Longest prompt that is sent to a backend. */
export const PROMPT_MAX_CHARACTERS = 4_000;
