import { describe, expect, it } from "vitest";
import { DEFAULT_PRESETS, offeredPresets } from "./prompt-presets";

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
