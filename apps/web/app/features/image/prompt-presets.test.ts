import { describe, expect, it } from "vitest";
import { composePrompt, DEFAULT_PRESETS, offeredPresets } from "./prompt-presets";

describe("composePrompt", () => {
  it("leaves a prompt without presets as it is", () => {
    expect(composePrompt(" a boat at sunset ", [], ", ")).toBe("a boat at sunset");
  });

  it("adds the texts after a comma", () => {
    expect(composePrompt("a boat", ["watercolor", "aspect ratio 16:9"], ", ")).toBe(
      "a boat, watercolor, aspect ratio 16:9",
    );
  });

  it("adds no comma after the end of a sentence", () => {
    expect(composePrompt("Make it night.", ["watercolor"], ", ")).toBe("Make it night. watercolor");
  });
});

describe("offeredPresets", () => {
  it("replaces what is not offered", () => {
    expect(offeredPresets({ style: "cubism", ratio: "2:1", count: "9" })).toEqual(DEFAULT_PRESETS);
    expect(offeredPresets({ style: "clay", ratio: "3:4", count: "4" })).toEqual({
      style: "clay",
      ratio: "3:4",
      count: "4",
    });
  });
});
