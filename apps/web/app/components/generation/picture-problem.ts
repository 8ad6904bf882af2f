/** The service's own limits, checked before a file travels. */
export const PICTURE_MAX_BYTES = 10 * 1024 * 1024;
export const PICTURE_SIDE_MIN_PIXELS = 300;
/** Backends refuse narrower strips, and would do so after the credits are spent. */
export const PICTURE_RATIO_MAX = 3;

export type PictureProblem = "noPicture" | "tooLarge" | "unreadable" | "tooSmall" | "tooNarrow";

/** What the picture's sides are wrong with; null when they will do. */
export function sidesProblem(width: number, height: number): PictureProblem | null {
  if (Math.min(width, height) < PICTURE_SIDE_MIN_PIXELS) return "tooSmall";
  return Math.max(width, height) > PICTURE_RATIO_MAX * Math.min(width, height) ? "tooNarrow" : null;
}
