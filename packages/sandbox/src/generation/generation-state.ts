import { BoundedMap } from "../bounded-map";
import type { VideoTask } from "./video-task";

/** A generated file. Videos are encoded when somebody first asks for them. */
export interface GeneratedFile {
  contentType: string;
  createdAt: Date;
  read: () => Promise<Uint8Array>;
}

export interface GenerationState {
  /** By task id. */
  tasks: Map<string, VideoTask>;
  /** By the file's name in its address. */
  files: Map<string, GeneratedFile>;
}

export const TASKS_MAX = 1_000;
export const FILES_MAX = 200;

export function createGenerationState(): GenerationState {
  return { tasks: new BoundedMap(TASKS_MAX), files: new BoundedMap(FILES_MAX) };
}

/** Finishes a task by hand, whatever its timing says: for tests that decide when a video is there. */
export function settleVideoTask(state: GenerationState, taskId: string, status: "succeeded" | "failed"): void {
  const task = state.tasks.get(taskId);
  if (!task) throw new Error(`No video task ${taskId}`);
  state.tasks.set(taskId, { ...task, settled: status });
}
