import {
  nearestDuration,
  VIDEO_DEFAULT_PROMPT,
  type VideoChoices,
  type VideoResolution,
} from "@app/core/video/video-choices";
import type { VideoRequest } from "./use-video-generation";
import type { VideoRequestSettings } from "./video-task";

export const VIDEO_MODES = ["text", "image"] as const;

/** The settings of a video, apart from its reference. */
export interface VideoSettings {
  mode: (typeof VIDEO_MODES)[number];
  prompt: string;
  duration: number;
  resolution: VideoResolution;
  watermark: boolean;
  cameraFixed: boolean;
}

export const DURATION_MIN_SECONDS = 1;
const DEFAULT_DURATION_SECONDS = 5;
const DEFAULT_RESOLUTION: VideoResolution = "720p";

export function defaultVideoSettings(choices: VideoChoices): VideoSettings {
  const settings = { mode: "text", prompt: "", watermark: false, cameraFixed: false } as const;
  return offeredSettings({ ...settings, duration: DEFAULT_DURATION_SECONDS, resolution: DEFAULT_RESOLUTION }, choices);
}

/** Replaces choices that are not offered with the closest ones. */
export function offeredSettings(settings: VideoSettings, choices: VideoChoices): VideoSettings {
  const { resolutions } = choices;
  const resolution =
    [settings.resolution, DEFAULT_RESOLUTION].find((candidate) => resolutions.includes(candidate)) ?? resolutions[0];
  return { ...settings, duration: nearestDuration(settings.duration, choices), resolution };
}

/** The settings for repeating an earlier video. The fixed camera is not stored, so it is off. */
export function videoSettingsFrom(earlier: VideoRequestSettings, choices: VideoChoices): VideoSettings {
  const defaults = defaultVideoSettings(choices);
  const settings: VideoSettings = {
    ...defaults,
    mode: earlier.imageUrl === null && earlier.prompt !== VIDEO_DEFAULT_PROMPT ? "text" : "image",
    prompt: earlier.prompt === VIDEO_DEFAULT_PROMPT ? "" : earlier.prompt,
    duration: earlier.duration ?? defaults.duration,
    resolution: earlier.resolution ?? defaults.resolution,
    watermark: earlier.watermark ?? defaults.watermark,
  };
  return offeredSettings(settings, choices);
}

/** The required input that is missing, or null. */
export function missingInput({ mode, prompt }: VideoSettings, imageUrl: string): "prompt" | "reference" | null {
  if (mode === "image") return imageUrl === "" ? "reference" : null;
  return prompt.trim() === "" ? "prompt" : null;
}

/** The API request. Only a video from a picture has a reference and a fixed camera. */
export function toVideoRequest(settings: VideoSettings, imageUrl: string): VideoRequest {
  const { mode, prompt, duration, resolution, watermark, cameraFixed } = settings;
  const request = { prompt: prompt.trim(), duration, resolution, watermark };
  return mode === "image" ? { ...request, imageUrl, cameraFixed } : request;
}
