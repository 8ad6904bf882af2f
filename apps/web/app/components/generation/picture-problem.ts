import { REFERENCE_LIMITS, referenceProblem } from "@app/core/generation/reference-limits";

/** The service's own limits, checked before a file travels. */
export const PICTURE_MAX_BYTES = 10 * 1024 * 1024;
export const PICTURE_SIDE_MIN_PIXELS = 300;
/** What a reference picture is for. */
export type ReferenceKind = keyof typeof REFERENCE_LIMITS;

export type PictureProblem = "noPicture" | "tooLarge" | "unreadable" | "tooSmall" | "tooNarrow" | "sidesTooLong";

/** What the picture's sides are wrong with; null when they will do. */
export function dimensionProblem(kind: ReferenceKind, width: number, height: number): PictureProblem | null {
  if (Math.min(width, height) < PICTURE_SIDE_MIN_PIXELS) return "tooSmall";
  const problem = referenceProblem(kind, { width, height });
  return problem === "tooLarge" ? "sidesTooLong" : problem;
}

/** The numbers in the words for a problem. */
export function problemLimits(kind: ReferenceKind) {
  const { ratioMax, sideMaxPixels } = REFERENCE_LIMITS[kind];
  return { side: PICTURE_SIDE_MIN_PIXELS, ratio: ratioMax, sideMax: sideMaxPixels };
}
