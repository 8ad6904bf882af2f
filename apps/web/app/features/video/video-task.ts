import type { ApiOutputs } from "@app/api/root";
import type { GenerationSettings } from "@app/core/generation/generation-settings";

/** The prompt, reference and settings of a video. */
export interface VideoRequestSettings extends GenerationSettings {
  prompt: string;
  imageUrl: string | null;
}

/** A video in progress. */
export interface VideoTask extends VideoRequestSettings {
  historyId: string;
  taskId: string;
  /** When it was requested, by the browser's clock. */
  sinceMs: number;
}

export type VideoStatus = ApiOutputs["video"]["status"];

/** The stage of a video in progress, as reported by the server, or why the server does not report it. */
export type VideoStage = "checking" | "queued" | "running" | "storing" | "unknown" | "unreachable" | "signedOut";

type VideoProgress =
  | { phase: "completed"; videoUrl: string }
  /** Whether it was refunded; absent where only its status was polled. */
  | { phase: "failed"; error: string; refunded?: boolean }
  | { phase: "open"; stage: VideoStage };

/** A video on a card: in progress, or from the history. */
export interface ShownVideo {
  id: string;
  request: VideoRequestSettings;
  progress: VideoProgress;
  /** Null if it ended before the page was loaded. */
  sinceMs: number | null;
  /** When the page began to poll it. Absent if it ended before the page was loaded. */
  watchedSinceMs?: number | undefined;
  isFavorite: boolean;
}

export const DEFAULT_ERROR = "Video generation failed";
const STAGES: ReadonlyMap<string, VideoStage> = new Map([
  ["queued", "queued"],
  ["running", "running"],
  ["succeeded", "storing"],
]);

/** The progress for a status response; undefined before the first response. A failed status check leaves the video in progress. */
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
