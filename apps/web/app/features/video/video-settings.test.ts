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

describe("videoDefaults", () => {
  it("are what the model accepts", () => {
    expect(DEFAULTS).toMatchObject({ duration: 5, resolution: "720p" });
    expect(defaultVideoSettings({ ...CHOICES, maxDurationSeconds: 3 })).toMatchObject({ duration: 3 });
    expect(defaultVideoSettings(NARROW)).toMatchObject({ duration: 8, resolution: "480p" });
  });
});

describe("offeredSettings", () => {
  it("replaces in a draft what is not offered any more, and nothing else", () => {
    const draft = { ...DEFAULTS, prompt: "rain", duration: 11, resolution: "1080p", cameraFixed: true } as const;
    expect(offeredSettings(draft, CHOICES)).toEqual(draft);
    expect(offeredSettings(draft, NARROW)).toEqual({ ...draft, duration: 12, resolution: "480p" });
  });
});

describe("settingsOf", () => {
  it("asks for the same again", () => {
    const asked = { prompt: "rain", imageUrl: URL, duration: 8, resolution: "1080p", watermark: true } as const;
    expect(videoSettingsFrom(asked, CHOICES)).toEqual({
      mode: "image",
      prompt: "rain",
      duration: 8,
      resolution: "1080p",
      watermark: true,
      cameraFixed: false,
    });
  });

  it("takes the words that stand for no prompt as none", () => {
    expect(videoSettingsFrom({ prompt: "Video from reference image", imageUrl: null }, CHOICES)).toMatchObject({
      mode: "image",
      prompt: "",
    });
  });

  it("shortens what has become too long", () => {
    const choices = { ...CHOICES, maxDurationSeconds: 10 };
    expect(videoSettingsFrom({ prompt: "rain", imageUrl: null, duration: 30 }, choices)).toMatchObject({
      mode: "text",
      duration: 10,
    });
  });

  it("takes what is offered and closest for what is not offered any more", () => {
    const asked = { prompt: "rain", imageUrl: null, duration: 5, resolution: "1080p" } as const;
    expect(videoSettingsFrom(asked, NARROW)).toMatchObject({ duration: 8, resolution: "480p" });
  });
});

describe("missingOf", () => {
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

describe("requestOf", () => {
  it("leaves the reference and the camera out of a video from words", () => {
    expect(toVideoRequest({ ...DEFAULTS, prompt: " rain ", cameraFixed: true }, URL)).toEqual({
      prompt: "rain",
      duration: 5,
      resolution: "720p",
      watermark: false,
    });
  });

  it("sends both with a video from a picture", () => {
    expect(toVideoRequest({ ...DEFAULTS, mode: "image", cameraFixed: true }, URL)).toMatchObject({
      imageUrl: URL,
      cameraFixed: true,
    });
  });
});
