/** Counted from the history row's creation. */
export const VIDEO_TIMEOUT_MS = 5 * 60 * 1000;
/** The backend keeps a result for a day: a video that has not ended by then is lost. */
export const VIDEO_GIVE_UP_MS = 24 * 60 * 60 * 1000;
export const VIDEO_POLL_INTERVAL_MS = 5_000;
/** After this a client stops asking; the background worker still finishes the task. */
export const VIDEO_POLL_GIVE_UP_MS = 10 * 60 * 1000;

/** How long the background job waits between two looks at a video, at least and at most. */
export const VIDEO_JOB_PAUSE_MIN_MS = 30_000;
const VIDEO_JOB_PAUSE_MAX_MS = 10 * 60 * 1000;
/** In between it waits a tenth of the time the video has taken so far. */
const VIDEO_JOB_PAUSE_SHARE = 0.1;

const DEFAULT_ERROR = "Video generation failed";

const SUCCEEDED: ReadonlySet<string> = new Set(["succeeded", "completed"]);
const FAILED: ReadonlySet<string> = new Set(["failed", "cancelled", "canceled", "expired"]);
const STATUS_TEXTS: ReadonlyMap<string, string> = new Map([
  ["queued", "Waiting in the queue"],
  ["running", "Generating the video"],
]);
const DEFAULT_STATUS_TEXT = "Processing";

/** Who looks at a video: a program that polls over REST, one of our own pages, or the background job. */
export type VideoStatusCaller = "poll" | "page" | "job";

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
 * What a task's report means for its history row. The backend's word goes before the clock: a video that is
 * there is delivered, however late. Only a status poll over REST ends a video by the clock, as the specification says. The background
 * job and our own pages do not: the video is paid for.
 */
export function decideVideoStatus(
  task: { status: string; videoUrl: string | null; error: string | null },
  createdAt: Date,
  now: Date,
  asker: VideoStatusCaller,
): VideoDecision {
  const status = task.status.toLowerCase();
  if (task.videoUrl) return { kind: "completed", videoUrl: task.videoUrl };
  if (SUCCEEDED.has(status)) return { kind: "failed", error: DEFAULT_ERROR };
  if (FAILED.has(status)) return { kind: "failed", error: task.error?.trim() || DEFAULT_ERROR };
  if (asker === "poll" && videoTimedOut(createdAt, now)) {
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

/** Whether more than the allowed time has passed; exactly the allowed time is still in time. */
export function videoTimedOut(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() > VIDEO_TIMEOUT_MS;
}

/** How long the background job waits before it looks again at a video of this age. */
export function videoJobPauseMs(elapsedMs: number): number {
  const pauseMs = Math.round(elapsedMs * VIDEO_JOB_PAUSE_SHARE);
  return Math.min(Math.max(pauseMs, VIDEO_JOB_PAUSE_MIN_MS), VIDEO_JOB_PAUSE_MAX_MS);
}
