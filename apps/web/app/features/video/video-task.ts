import type { ApiOutputs } from "@app/api/root";
import type { GenerationSettings } from "@app/core/generation/generation-settings";

/** What a video was asked for with. */
export interface VideoRequestSettings extends GenerationSettings {
  prompt: string;
  imageUrl: string | null;
}

/** A video that was asked for and is being made. */
export interface VideoTask extends VideoRequestSettings {
  historyId: string;
  taskId: string;
  /** When it was asked for, by the browser's clock. */
  sinceMs: number;
}

export type VideoStatus = ApiOutputs["video"]["status"];

/** Where a running video is, as far as the service tells. */
export type VideoStage = "checking" | "queued" | "running" | "storing" | "unknown" | "unreachable";

/** How far a video has got, as its card shows it. */
export type VideoProgress =
  | { phase: "completed"; videoUrl: string }
  | { phase: "failed"; error: string }
  | { phase: "open"; stage: VideoStage };

/** A video as its card shows it: being made, or of the history. */
export interface ShownVideo {
  id: string;
  asked: VideoRequestSettings;
  progress: VideoProgress;
  /** Null for one that has ended before the page was loaded. */
  sinceMs: number | null;
}

export const DEFAULT_ERROR = "Video generation failed";
const STAGES: ReadonlyMap<string, VideoStage> = new Map([
  ["queued", "queued"],
  ["running", "running"],
  ["succeeded", "storing"],
]);

/** What an answer of the status means; undefined stands for none yet. One that could not be asked for says nothing of the video. */
export function progressOf(status: VideoStatus | undefined): VideoProgress {
  if (!status) return { phase: "open", stage: "checking" };
  if (status.status === "completed" && "videoUrl" in status && status.videoUrl) {
    return { phase: "completed", videoUrl: status.videoUrl };
  }
  if (status.status === "failed")
    return { phase: "failed", error: ("error" in status && status.error) || DEFAULT_ERROR };
  if ("taskStatus" in status) {
    return { phase: "open", stage: STAGES.get(status.taskStatus.toLowerCase()) ?? "unknown" };
  }
  return { phase: "open", stage: "unreachable" };
}
