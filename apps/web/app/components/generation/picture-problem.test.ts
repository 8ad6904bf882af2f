import { describe, expect, it } from "vitest";
import { sidesProblem } from "./picture-problem";

describe("sidesProblem", () => {
  it.each([
    [300, 300, null],
    [299, 600, "tooSmall"],
    [600, 299, "tooSmall"],
    [900, 300, null],
    [901, 300, "tooNarrow"],
    [300, 901, "tooNarrow"],
  ])("%i × %i is %s", (width, height, problem) => {
    expect(sidesProblem(width, height)).toBe(problem);
  });
});
