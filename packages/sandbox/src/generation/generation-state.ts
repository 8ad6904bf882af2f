import { BoundedMap } from "../bounded";
import type { Faults } from "../faults";
import type { FetchReference } from "./reference-image";

export interface GenerationAppOptions {
  apiKey: string;
  /** The app's base URL, without a trailing slash. */
  publicUrl: string;
  now: () => Date;
  state: GenerationState;
  faults: Faults;
  fetchReference: FetchReference;
  /** Pause before each chunk of a streamed response. */
  chatPacingMs?: number | undefined;
  videoTiming?: VideoTiming | undefined;
}

/** A generated file. Videos are encoded at the first read. */
export interface GeneratedFile {
  contentType: string;
  createdAt: Date;
  read: () => Promise<Uint8Array>;
}

export interface GenerationState {
  /** By task id. */
  tasks: Map<string, VideoTask>;
  /** By the file name in the URL. */
  files: Map<string, GeneratedFile>;
}

export const TASKS_MAX = 1_000;
const FILES_MAX = 200;

/** @param filesMax how many files are kept. An older one is gone, as a backend deletes it after a day */
export function createGenerationState(filesMax = FILES_MAX): GenerationState {
  return { tasks: new BoundedMap(TASKS_MAX), files: new BoundedMap(filesMax) };
}

/** Finishes a task independent of its timing, for tests that decide when a video is finished. */
export function settleVideoTask(state: GenerationState, taskId: string, status: "succeeded" | "failed"): void {
  const task = state.tasks.get(taskId);
  if (!task) throw new Error(`No video task ${taskId}`);
  state.tasks.set(taskId, { ...task, settled: status });
}

export type VideoTaskStatus = "queued" | "running" | "cancelled" | "succeeded" | "failed";

export interface VideoTask {
  id: string;
  model: string;
  prompt: string;
  resolution: string;
  durationSeconds: number;
  cameraFixed: boolean;
  /** File name of the finished video. */
  fileName: string;
  createdAt: Date;
  /** Set when the outcome no longer depends on time. */
  settled: "succeeded" | "failed" | "cancelled" | null;
  /** Its status after the running time. */
  eventualStatus: "succeeded" | "failed" | "running";
}

/** How long a task is queued and running. Infinity lasts until `settleVideoTask`. */
export interface VideoTiming {
  queuedMs: number;
  runningMs: number;
}

/** A task's status at `now`. */
export function videoTaskStatus(task: VideoTask, now: Date, timing: VideoTiming): VideoTaskStatus {
  if (task.settled) return task.settled;
  const elapsedMs = now.getTime() - task.createdAt.getTime();
  if (elapsedMs < timing.queuedMs) return "queued";
  if (elapsedMs < timing.queuedMs + timing.runningMs) return "running";
  return task.eventualStatus;
}
