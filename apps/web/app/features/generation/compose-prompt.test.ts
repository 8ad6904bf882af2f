import { describe, expect, it } from "vitest";
import { composePrompt } from "./compose-prompt";

describe("composePrompt", () => {
  it("leaves a prompt without presets as it is", () => {
    expect(composePrompt(" a boat at sunset ", [], ", ")).toBe("a boat at sunset");
  });

  it("adds the texts after a comma", () => {
    expect(composePrompt("a boat", ["watercolor", "aspect ratio 16:9"], ", ")).toBe(
      "a boat, watercolor, aspect ratio 16:9",
    );
  });

  it("adds no comma to an empty prompt", () => {
    expect(composePrompt(" ", ["slow motion", "drone shot"], ", ")).toBe("slow motion, drone shot");
  });

  it("adds no comma after the end of a sentence", () => {
    expect(composePrompt("Make it night.", ["watercolor"], ", ")).toBe("Make it night. watercolor");
  });
});
