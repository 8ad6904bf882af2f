/** Counted from the history row's creation (specification, "6. Video generation (status)"). */
export const VIDEO_TIMEOUT_MS = 5 * 60 * 1000;
/** The backend keeps a result for a day: a video that has not finished by then is lost. */
export const VIDEO_GIVE_UP_MS = 24 * 60 * 60 * 1000;
export const VIDEO_POLL_INTERVAL_MS = 5_000;
/** After this a page stops polling; the background job still finishes the task. */
export const VIDEO_POLL_GIVE_UP_MS = 10 * 60 * 1000;

/** Shortest and longest pause between two checks by the background job. */
export const VIDEO_JOB_PAUSE_MIN_MS = 30_000;
const VIDEO_JOB_PAUSE_MAX_MS = 10 * 60 * 1000;
/** In between, the pause is this share of the video's age. */
const VIDEO_JOB_PAUSE_SHARE = 0.1;

const DEFAULT_ERROR = "Video generation failed";

const SUCCEEDED: ReadonlySet<string> = new Set(["succeeded", "completed"]);
const FAILED: ReadonlySet<string> = new Set(["failed", "cancelled", "canceled", "expired"]);
const STATUS_TEXTS: ReadonlyMap<string, string> = new Map([
  ["queued", "Waiting in the queue"],
  ["running", "Generating the video"],
]);
const DEFAULT_STATUS_TEXT = "Processing";

/** Who checks a video: a REST client that polls, one of our own pages, an agent over `/mcp`, or the background job. */
export type VideoStatusCaller = "poll" | "page" | "agent" | "job";

export type VideoDecision =
  | { kind: "completed"; videoUrl: string }
  | { kind: "failed"; error: string }
  | {
      kind: "timed_out";
      storedError: "Video generation timeout";
      responseError: "Video generation timeout after 5 minutes";
    }
  | {
      kind: "running";
      taskStatus: string;
      statusText: string;
      elapsedSeconds: number;
    };

/**
 * Decides what a backend's task status means for the history row. The backend's result takes precedence over the clock: a finished
 * video is delivered, however late. Only a poll over REST ends a video by the clock, as the specification requires. The background job, agents
 * and our own pages do not, because the video is paid for.
 */
export function decideVideoStatus(
  task: { status: string; videoUrl: string | null; error: string | null },
  createdAt: Date,
  now: Date,
  caller: VideoStatusCaller,
): VideoDecision {
  const status = task.status.toLowerCase();
  if (task.videoUrl) return { kind: "completed", videoUrl: task.videoUrl };
  if (SUCCEEDED.has(status)) return { kind: "failed", error: DEFAULT_ERROR };
  if (FAILED.has(status)) return { kind: "failed", error: task.error?.trim() || DEFAULT_ERROR };
  if (caller === "poll" && videoTimedOut(createdAt, now)) {
    return {
      kind: "timed_out",
      storedError: "Video generation timeout",
      responseError: "Video generation timeout after 5 minutes",
    };
  }
  return {
    kind: "running",
    taskStatus: task.status,
    statusText: STATUS_TEXTS.get(status) ?? DEFAULT_STATUS_TEXT,
    elapsedSeconds: Math.max(0, Math.floor((now.getTime() - createdAt.getTime()) / 1000)),
  };
}

/** Whether more than the allowed time has passed. Exactly the allowed time is not a timeout. */
export function videoTimedOut(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() > VIDEO_TIMEOUT_MS;
}

/** Pause before the background job checks a video of this age again. */
export function videoJobPauseMs(elapsedMs: number): number {
  const pauseMs = Math.round(elapsedMs * VIDEO_JOB_PAUSE_SHARE);
  return Math.min(Math.max(pauseMs, VIDEO_JOB_PAUSE_MIN_MS), VIDEO_JOB_PAUSE_MAX_MS);
}
