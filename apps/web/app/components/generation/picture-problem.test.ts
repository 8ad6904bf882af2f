import { describe, expect, it } from "vitest";
import { dimensionProblem } from "./picture-problem";

describe("sidesProblem", () => {
  it.each([
    ["image", 300, 300, null],
    ["image", 299, 600, "tooSmall"],
    ["image", 600, 299, "tooSmall"],
    ["image", 900, 300, null],
    ["image", 901, 300, "tooNarrow"],
    ["image", 300, 901, "tooNarrow"],
    ["image", 6001, 6001, null],
    ["video", 299, 600, "tooSmall"],
    ["video", 750, 300, null],
    ["video", 751, 300, "tooNarrow"],
    ["video", 6001, 6001, "sidesTooLong"],
  ] as const)("for an %s, %i × %i is %s", (kind, width, height, problem) => {
    expect(dimensionProblem(kind, width, height)).toBe(problem);
  });
});
