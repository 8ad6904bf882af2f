import { expect, it } from "vitest";
import { failureReason } from "./generation-view";

it.each([
  ["Insufficient credits", "insufficientCredits"],
  ["Video generation timeout", "timeout"],
  ["Failed to store the video", "notStored"],
  ["The generation backend is busy", "unavailable"],
  ["The input image may contain a real person", "other"],
])("%s is %s", (error, reason) => expect(failureReason(error)).toBe(reason));
