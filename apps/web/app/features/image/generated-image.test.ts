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
  resultUrl: "https://a.example/canal.png",
  status: "completed",
  creditsUsed: 20,
  error: null,
  metadata: '{"size":"4K","watermark":false}',
  createdAt: WHEN,
  updatedAt: WHEN,
} as const satisfies Partial<Generation>;

describe("settingsOf", () => {
  it("takes the defaults for what is not known", () => {
    expect(imageSettingsFrom({ prompt: "a canal", size: undefined, watermark: undefined }, CHOICES)).toEqual({
      prompt: "a canal",
      size: "adaptive",
      watermark: true,
    });
  });

  it("takes the default for a size that is not offered any more, and keeps one that is", () => {
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

describe("madeEarlier", () => {
  it("is a row's picture and what it was made from", () => {
    expect(imageFromHistory(ROW, CHOICES)).toEqual({
      id: "h1",
      url: ROW.resultUrl,
      imageUrl: ROW.imageUrl,
      prompt: "a canal",
      size: "4K",
      watermark: false,
      revisedPrompt: null,
    });
  });

  it("is nothing while there is no picture", () => {
    expect(imageFromHistory({ ...ROW, resultUrl: null }, CHOICES)).toBeNull();
  });
});

describe("madeNow", () => {
  const request = { prompt: "a canal", imageUrl: "https://a.example/street.png", size: "2K", watermark: true } as const;
  const result = { id: "h2", url: "https://a.example/2.png", remainingCredits: 5, sourceImageUrl: request.imageUrl };

  it("tells how the prompt was understood only where that differs", () => {
    expect(imageFromResult({ ...result, revisedPrompt: "a canal" }, request).revisedPrompt).toBeNull();
    expect(imageFromResult({ ...result, revisedPrompt: "a wide canal" }, request).revisedPrompt).toBe("a wide canal");
  });
});
