export type VideoTaskStatus = "queued" | "running" | "cancelled" | "succeeded" | "failed";

export interface VideoTask {
  id: string;
  model: string;
  prompt: string;
  resolution: string;
  durationSeconds: number;
  cameraFixed: boolean;
  /** The name of the file the video will lie at. */
  fileName: string;
  createdAt: Date;
  /** Set once the outcome no longer depends on time. */
  settled: "succeeded" | "failed" | "cancelled" | null;
  /** What becomes of it when its time is up. */
  eventualStatus: "succeeded" | "failed" | "running";
}

/** How long a task waits and works. Infinity keeps it there until it is settled by hand. */
export interface VideoTiming {
  queuedMs: number;
  runningMs: number;
}

/** The status a task has reached at `now`. */
export function videoTaskStatus(task: VideoTask, now: Date, timing: VideoTiming): VideoTaskStatus {
  if (task.settled) return task.settled;
  const elapsedMs = now.getTime() - task.createdAt.getTime();
  if (elapsedMs < timing.queuedMs) return "queued";
  if (elapsedMs < timing.queuedMs + timing.runningMs) return "running";
  return task.eventualStatus;
}
