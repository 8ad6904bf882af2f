import { IMAGE_SIZES } from "@app/core/image/image-input";
import { describe, expect, it } from "vitest";
import type { Generation } from "../history/generation";
import { defaultImageSettings, imageFromResult, imageSettingsFrom } from "./generated-image";
import { imageFromHistory } from "./image-from-history";

const CHOICES = { sizes: IMAGE_SIZES, defaultSize: "adaptive" } as const;

const WHEN = new Date("2026-03-10T12:00:00.000Z");
const ROW = {
  id: "h1",
  type: "image",
  prompt: "a canal",
  imageUrl: "https://a.example/street.png",
  taskId: null,
  isFavorite: false,
  refunded: false,
  width: null,
  height: null,
  resultUrl: "https://a.example/canal.png",
  status: "completed",
  creditsUsed: 20,
  error: null,
  metadata: '{"size":"4K","watermark":false}',
  createdAt: WHEN,
  updatedAt: WHEN,
} as const satisfies Partial<Generation>;

describe("imageSettingsFrom", () => {
  it("uses the defaults for missing settings", () => {
    expect(imageSettingsFrom({ prompt: "a canal", size: undefined, watermark: undefined }, CHOICES)).toEqual({
      prompt: "a canal",
      size: "adaptive",
      watermark: true,
    });
  });

  it("replaces a size that is no longer offered with the default", () => {
    const choices = { sizes: ["1K", "2K"], defaultSize: "2K" } as const;
    expect(defaultImageSettings(choices)).toMatchObject({ size: "2K" });
    expect(imageSettingsFrom({ prompt: "a canal", size: "4K", watermark: false }, choices)).toMatchObject({
      size: "2K",
    });
    expect(imageSettingsFrom({ prompt: "a canal", size: "1K", watermark: false }, choices)).toMatchObject({
      size: "1K",
    });
  });
});

describe("imageFromHistory", () => {
  it("returns the picture with its settings", () => {
    expect(imageFromHistory(ROW, CHOICES)).toEqual({
      id: "h1",
      isFavorite: false,
      url: ROW.resultUrl,
      imageUrl: ROW.imageUrl,
      prompt: "a canal",
      size: "4K",
      watermark: false,
      revisedPrompt: null,
    });
  });

  it("returns null without a picture", () => {
    expect(imageFromHistory({ ...ROW, resultUrl: null }, CHOICES)).toBeNull();
  });
});

describe("imageFromResult", () => {
  const request = { prompt: "a canal", imageUrl: "https://a.example/street.png", size: "2K", watermark: true } as const;
  const result = { id: "h2", url: "https://a.example/2.png", remainingCredits: 5, sourceImageUrl: request.imageUrl };

  it("sets the revised prompt only if it differs", () => {
    expect(imageFromResult({ ...result, revisedPrompt: "a canal" }, request).revisedPrompt).toBeNull();
    expect(imageFromResult({ ...result, revisedPrompt: "a wide canal" }, request).revisedPrompt).toBe("a wide canal");
  });
});
