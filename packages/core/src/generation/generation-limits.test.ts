import { describe, expect, it } from "vitest";
import { referenceProblem, referenceProblemMessage } from "./generation-limits";

describe("referenceProblem", () => {
  it.each([
    ["image", 900, 300, null],
    ["image", 300, 900, null],
    ["image", 3200, 310, "tooNarrow"],
    ["image", 301, 904, "tooNarrow"],
    ["image", 15, 15, null],
    ["image", 14, 15, "tooSmall"],
    ["image", 9000, 9000, null],
    ["video", 750, 301, null],
    ["video", 301, 750, null],
    ["video", 753, 301, "tooNarrow"],
    ["video", 301, 753, "tooNarrow"],
    ["video", 301, 301, null],
    ["video", 300, 301, "tooSmall"],
    ["video", 6000, 6000, null],
    ["video", 6001, 6000, "tooLarge"],
  ] as const)("for an %s, %i × %i is %s", (kind, width, height, problem) => {
    expect(referenceProblem(kind, { width, height })).toBe(problem);
  });
});

describe("referenceProblemMessage", () => {
  it("names the problem, the fix and the limit", () => {
    expect(referenceProblemMessage("image", "tooNarrow")).toBe(
      "Reference image is too narrow: crop it so that its longer side is at most 3 times the shorter one",
    );
    expect(referenceProblemMessage("video", "tooSmall")).toBe(
      "Reference image is too small: use one of at least 301 pixels on each side",
    );
    expect(referenceProblemMessage("video", "tooLarge")).toBe(
      "Reference image is too large: scale it down to at most 6000 pixels on each side",
    );
  });
});
