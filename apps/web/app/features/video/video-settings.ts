import {
  nearestDuration,
  VIDEO_DEFAULT_PROMPT,
  type VideoChoices,
  type VideoResolution,
} from "@app/core/video/video-choices";
import type { VideoRequest } from "./use-video-generation";
import type { VideoRequestSettings } from "./video-task";

export const VIDEO_MODES = ["text", "image"] as const;

/** What is chosen for a video beside its reference. */
export interface VideoSettings {
  mode: (typeof VIDEO_MODES)[number];
  prompt: string;
  duration: number;
  resolution: VideoResolution;
  watermark: boolean;
  cameraFixed: boolean;
}

export const DURATION_MIN_SECONDS = 1;
const DURATION_SECONDS = 5;
const RESOLUTION: VideoResolution = "720p";

export function defaultVideoSettings(choices: VideoChoices): VideoSettings {
  const settings = { mode: "text", prompt: "", watermark: false, cameraFixed: false } as const;
  return offeredSettings({ ...settings, duration: DURATION_SECONDS, resolution: RESOLUTION }, choices);
}

/** The settings with what is offered in place of what is not. */
export function offeredSettings(settings: VideoSettings, choices: VideoChoices): VideoSettings {
  const { resolutions } = choices;
  const resolution = [settings.resolution, RESOLUTION].find((wanted) => resolutions.includes(wanted)) ?? resolutions[0];
  return { ...settings, duration: nearestDuration(settings.duration, choices), resolution };
}

/** The settings to ask for the same again. Whether the camera was fixed is not kept. */
export function videoSettingsFrom(asked: VideoRequestSettings, choices: VideoChoices): VideoSettings {
  const defaults = defaultVideoSettings(choices);
  const settings: VideoSettings = {
    ...defaults,
    mode: asked.imageUrl === null && asked.prompt !== VIDEO_DEFAULT_PROMPT ? "text" : "image",
    prompt: asked.prompt === VIDEO_DEFAULT_PROMPT ? "" : asked.prompt,
    duration: asked.duration ?? defaults.duration,
    resolution: asked.resolution ?? defaults.resolution,
    watermark: asked.watermark ?? defaults.watermark,
  };
  return offeredSettings(settings, choices);
}

/** What is missing before it can be asked for. */
export function missingInput({ mode, prompt }: VideoSettings, imageUrl: string): "prompt" | "reference" | null {
  if (mode === "image") return imageUrl === "" ? "reference" : null;
  return prompt.trim() === "" ? "prompt" : null;
}

/** The request for the API. The reference and the fixed camera belong to a video from a picture alone. */
export function toVideoRequest(settings: VideoSettings, imageUrl: string): VideoRequest {
  const { mode, prompt, duration, resolution, watermark, cameraFixed } = settings;
  const request = { prompt: prompt.trim(), duration, resolution, watermark };
  return mode === "image" ? { ...request, imageUrl, cameraFixed } : request;
}
