import { VIDEO_DEFAULT_PROMPT, type VIDEO_RESOLUTIONS } from "@app/core/video/video-choices";
import type { VideoRequest } from "./use-video-generation";
import type { VideoAsked } from "./video-task";

export const VIDEO_MODES = ["text", "image"] as const;

/** What is chosen for a video beside its reference. */
export interface VideoSettings {
  mode: (typeof VIDEO_MODES)[number];
  prompt: string;
  duration: number;
  resolution: (typeof VIDEO_RESOLUTIONS)[number];
  watermark: boolean;
  cameraFixed: boolean;
}

export const DURATION_MIN_SECONDS = 1;
const DURATION_SECONDS = 5;

export function videoDefaults(durationMaxSeconds: number): VideoSettings {
  const duration = Math.min(DURATION_SECONDS, durationMaxSeconds);
  return { mode: "text", prompt: "", duration, resolution: "720p", watermark: false, cameraFixed: false };
}

/** The settings to ask for the same again. Whether the camera was fixed is not kept. */
export function settingsOf(asked: VideoAsked, durationMaxSeconds: number): VideoSettings {
  const defaults = videoDefaults(durationMaxSeconds);
  return {
    ...defaults,
    mode: asked.imageUrl === null && asked.prompt !== VIDEO_DEFAULT_PROMPT ? "text" : "image",
    prompt: asked.prompt === VIDEO_DEFAULT_PROMPT ? "" : asked.prompt,
    duration: Math.min(asked.duration ?? defaults.duration, durationMaxSeconds),
    resolution: asked.resolution ?? defaults.resolution,
    watermark: asked.watermark ?? defaults.watermark,
  };
}

/** What is missing before it can be asked for. */
export function missingOf({ mode, prompt }: VideoSettings, imageUrl: string): "prompt" | "reference" | null {
  if (mode === "image") return imageUrl === "" ? "reference" : null;
  return prompt.trim() === "" ? "prompt" : null;
}

/** The request for the API. The reference and the fixed camera belong to a video from a picture alone. */
export function requestOf(settings: VideoSettings, imageUrl: string): VideoRequest {
  const { mode, prompt, duration, resolution, watermark, cameraFixed } = settings;
  const request = { prompt: prompt.trim(), duration, resolution, watermark };
  return mode === "image" ? { ...request, imageUrl, cameraFixed } : request;
}
