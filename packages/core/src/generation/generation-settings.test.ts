import { describe, expect, it } from "vitest";
import { parseGenerationSettings } from "./generation-settings";

describe("parseGenerationSettings", () => {
  it.each([
    ['{"size":"2K","watermark":false,"imageUrl":"https://a.example/b.png"}', { size: "2K", watermark: false }],
    ['{"duration":7,"resolution":"1080p","watermark":true}', { duration: 7, resolution: "1080p", watermark: true }],
    ['{"size":"9K","watermark":true}', { watermark: true }],
    ['{"duration":-1,"resolution":4}', {}],
    ["null", {}],
    ["no JSON", {}],
  ])("%s is %j", (metadata, settings) => {
    expect(parseGenerationSettings(metadata)).toEqual(settings);
  });
});
