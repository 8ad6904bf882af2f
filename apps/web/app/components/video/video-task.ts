import type { ApiOutputs } from "@app/api/root";
import type { Generation } from "../history/generation";

/** A video that was asked for and is being made. */
export interface VideoTask {
  historyId: string;
  taskId: string;
  prompt: string;
}

export type VideoStatus = ApiOutputs["video"]["status"];

/** The task of a history row; null for one that was never taken by the backend and so cannot be asked for. */
export function taskOf(generation: Pick<Generation, "id" | "taskId" | "prompt">): VideoTask | null {
  const { id, taskId, prompt } = generation;
  return taskId === null ? null : { historyId: id, taskId, prompt };
}

/** How far a video has got, as its card shows it. */
export type VideoProgress =
  | { phase: "completed"; videoUrl: string }
  | { phase: "failed"; error: string }
  | { phase: "running"; text: string; elapsedSeconds: number | null };

/** The status could not be asked for, which says nothing of the video: the next answer may. */
export const UNCHECKED: VideoProgress = {
  phase: "running",
  text: "The status could not be checked; trying again",
  elapsedSeconds: null,
};

/** What an answer of the status means; undefined stands for none yet. */
export function progressOf(status: VideoStatus | undefined): VideoProgress {
  if (!status) return { phase: "running", text: "Checking", elapsedSeconds: null };
  if (status.status === "completed" && "videoUrl" in status && status.videoUrl) {
    return { phase: "completed", videoUrl: status.videoUrl };
  }
  if (status.status === "failed") {
    return { phase: "failed", error: ("error" in status && status.error) || "Video generation failed" };
  }
  if ("statusText" in status)
    return { phase: "running", text: status.statusText, elapsedSeconds: status.elapsedSeconds };
  return UNCHECKED;
}
