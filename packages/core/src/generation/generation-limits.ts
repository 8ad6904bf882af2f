export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export type ReferenceProblem = "tooNarrow" | "tooSmall" | "tooLarge";

interface ReferenceLimits {
  /** The longer side by the shorter one, at most. */
  readonly ratioMax: number;
  readonly sideMinPixels: number;
  readonly sideMaxPixels: number;
}

/** What the models take as a reference picture. They refuse anything else, after it is charged. */
export const REFERENCE_LIMITS: Readonly<Record<"image" | "video", ReferenceLimits>> = {
  image: { ratioMax: 3, sideMinPixels: 15, sideMaxPixels: Number.POSITIVE_INFINITY },
  video: { ratioMax: 2.5, sideMinPixels: 300, sideMaxPixels: 6000 },
};

/** Larger files are refused, whatever is in them. */
export const REFERENCE_MAX_BYTES = 10 * 1024 * 1024;

/** Why a reference cannot be used, whatever it is for. */
export const REFERENCE_ERROR_MESSAGES = {
  unreadable: "Reference image cannot be read: use a JPEG, PNG, WebP, GIF or AVIF file",
  tooManyBytes: "Reference image is larger than 10 MB: use a smaller one",
  missing: "Reference image is not there any more: upload it again",
  notLoaded: "Reference image could not be loaded, try again",
} as const;

/** What keeps a picture from being the reference of an image or a video; null when nothing does. */
export function referenceProblem(kind: "image" | "video", { width, height }: PictureSize): ReferenceProblem | null {
  const { ratioMax, sideMinPixels, sideMaxPixels } = REFERENCE_LIMITS[kind];
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  if (shorter < sideMinPixels) return "tooSmall";
  if (longer > ratioMax * shorter) return "tooNarrow";
  return longer > sideMaxPixels ? "tooLarge" : null;
}

/** The problem in words that say what to do. */
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

/** Longest description of a picture or video that is passed on. */
export const PROMPT_MAX_CHARACTERS = 4_000;
