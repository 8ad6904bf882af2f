import { describe, expect, it } from "vitest";
import { missingOf, requestOf, settingsOf, videoDefaults } from "./video-settings";

const URL = "https://a.example/boat.png";
const DEFAULTS = videoDefaults(60);

describe("settingsOf", () => {
  it("asks for the same again", () => {
    const asked = { prompt: "rain", imageUrl: URL, duration: 8, resolution: "1080p", watermark: true } as const;
    expect(settingsOf(asked, 60)).toEqual({
      mode: "image",
      prompt: "rain",
      duration: 8,
      resolution: "1080p",
      watermark: true,
      cameraFixed: false,
    });
  });

  it("takes the words that stand for no prompt as none", () => {
    expect(settingsOf({ prompt: "Video from reference image", imageUrl: null }, 60)).toMatchObject({
      mode: "image",
      prompt: "",
    });
  });

  it("shortens what has become too long", () => {
    expect(settingsOf({ prompt: "rain", imageUrl: null, duration: 30 }, 10)).toMatchObject({
      mode: "text",
      duration: 10,
    });
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
    expect(missingOf({ ...DEFAULTS, mode, prompt }, imageUrl)).toBe(missing);
  });
});

describe("requestOf", () => {
  it("leaves the reference and the camera out of a video from words", () => {
    expect(requestOf({ ...DEFAULTS, prompt: " rain ", cameraFixed: true }, URL)).toEqual({
      prompt: "rain",
      duration: 5,
      resolution: "720p",
      watermark: false,
    });
  });

  it("sends both with a video from a picture", () => {
    expect(requestOf({ ...DEFAULTS, mode: "image", cameraFixed: true }, URL)).toMatchObject({
      imageUrl: URL,
      cameraFixed: true,
    });
  });
});
