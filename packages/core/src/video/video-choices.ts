export const VIDEO_RESOLUTIONS = ["480p", "720p", "1080p"] as const;
export type VideoResolution = (typeof VIDEO_RESOLUTIONS)[number];

/** Stored as the prompt of a video that was generated from an image alone. */
export const VIDEO_DEFAULT_PROMPT = "Video from reference image";

/** Of a task's id at the backend: a longer one is refused at the submission, so that clients can name every id that they get. */
export const VIDEO_TASK_ID_MAX_CHARACTERS = 256;

/** What the configured video model accepts. */
export interface VideoChoices {
  readonly maxDurationSeconds: number;
  /** Whole seconds, ascending, at most `maxDurationSeconds`; null accepts any duration up to that. */
  readonly durations: readonly number[] | null;
  readonly resolutions: readonly [VideoResolution, ...VideoResolution[]];
}

/** Largest `maxDurationSeconds` that can be configured. */
export const VIDEO_DURATION_LIMIT_SECONDS = 3600;

const DURATION_ITEM = /^(\d{1,4})(?:\s*-\s*(\d{1,4}))?$/;

/** Parses whole seconds such as `2-12` or `5,10` into an ascending list; null for any other text. */
export function parseDurations(text: string): number[] | null {
  const durations = new Set<number>();
  for (const item of text.split(",")) {
    const [, first, last = first] = DURATION_ITEM.exec(item.trim()) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (!(from >= 1 && from <= to && to <= VIDEO_DURATION_LIMIT_SECONDS)) return null;
    for (let seconds = from; seconds <= to; seconds += 1) durations.add(seconds);
  }
  return [...durations].sort((a, b) => a - b);
}

/** Ascending durations as a short text, such as `4-6, 10`. */
export function durationsText(durations: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const seconds of durations) {
    const range = ranges.at(-1);
    if (range?.to === seconds - 1) range.to = seconds;
    else ranges.push({ from: seconds, to: seconds });
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(", ");
}

/** The allowed duration closest to this one; of two equally close, the shorter. */
export function nearestDuration(seconds: number, { durations, maxDurationSeconds }: VideoChoices): number {
  if (durations === null) return Math.min(seconds, maxDurationSeconds);
  const distance = (candidate: number) => Math.abs(candidate - seconds);
  return durations.reduce((nearest, candidate) => (distance(candidate) < distance(nearest) ? candidate : nearest));
}
