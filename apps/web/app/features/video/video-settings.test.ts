import { VIDEO_RESOLUTIONS } from "@app/core/video/video-choices";
import { describe, expect, it } from "vitest";
import {
  defaultVideoSettings,
  missingInput,
  offeredSettings,
  toVideoRequest,
  videoSettingsFrom,
} from "./video-settings";

const URL = "https://a.example/boat.png";
const CHOICES = { maxDurationSeconds: 60, durations: null, resolutions: VIDEO_RESOLUTIONS };
const NARROW = { maxDurationSeconds: 60, durations: [8, 12], resolutions: ["480p"] } as const;
const DEFAULTS = defaultVideoSettings(CHOICES);

describe("defaultVideoSettings", () => {
  it("are accepted by the model", () => {
    expect(DEFAULTS).toMatchObject({ duration: 5, resolution: "720p" });
    expect(defaultVideoSettings({ ...CHOICES, maxDurationSeconds: 3 })).toMatchObject({ duration: 3 });
    expect(defaultVideoSettings(NARROW)).toMatchObject({ duration: 8, resolution: "480p" });
  });
});

describe("offeredSettings", () => {
  it("replaces only what is no longer offered", () => {
    const draft = { ...DEFAULTS, prompt: "rain", duration: 11, resolution: "1080p", cameraFixed: true } as const;
    expect(offeredSettings(draft, CHOICES)).toEqual(draft);
    expect(offeredSettings(draft, NARROW)).toEqual({ ...draft, duration: 12, resolution: "480p" });
  });
});

describe("videoSettingsFrom", () => {
  it("repeats the earlier settings", () => {
    const earlier = { prompt: "rain", imageUrl: URL, duration: 8, resolution: "1080p", watermark: true } as const;
    expect(videoSettingsFrom(earlier, CHOICES)).toEqual({
      mode: "image",
      prompt: "rain",
      duration: 8,
      resolution: "1080p",
      watermark: true,
      cameraFixed: false,
    });
  });

  it("maps the default prompt to an empty one", () => {
    expect(videoSettingsFrom({ prompt: "Video from reference image", imageUrl: null }, CHOICES)).toMatchObject({
      mode: "image",
      prompt: "",
    });
  });

  it("shortens a duration that is no longer allowed", () => {
    const choices = { ...CHOICES, maxDurationSeconds: 10 };
    expect(videoSettingsFrom({ prompt: "rain", imageUrl: null, duration: 30 }, choices)).toMatchObject({
      mode: "text",
      duration: 10,
    });
  });

  it("replaces what is no longer offered with the closest choice", () => {
    const earlier = { prompt: "rain", imageUrl: null, duration: 5, resolution: "1080p" } as const;
    expect(videoSettingsFrom(earlier, NARROW)).toMatchObject({ duration: 8, resolution: "480p" });
  });
});

describe("missingInput", () => {
  it.each([
    ["text", "", URL, "prompt"],
    ["text", " ", "", "prompt"],
    ["text", "rain", "", null],
    ["image", "rain", "", "reference"],
    ["image", "", URL, null],
  ] as const)("in %s mode with the prompt %j and the reference %j is %s", (mode, prompt, imageUrl, missing) => {
    expect(missingInput({ ...DEFAULTS, mode, prompt }, imageUrl)).toBe(missing);
  });
});

describe("toVideoRequest", () => {
  it("leaves the reference and the camera out of a video from text", () => {
    expect(toVideoRequest({ ...DEFAULTS, prompt: " rain ", cameraFixed: true }, URL)).toEqual({
      prompt: "rain",
      duration: 5,
      resolution: "720p",
      watermark: false,
    });
  });

  it("includes both for a video from a picture", () => {
    expect(toVideoRequest({ ...DEFAULTS, mode: "image", cameraFixed: true }, URL)).toMatchObject({
      imageUrl: URL,
      cameraFixed: true,
    });
  });
});
