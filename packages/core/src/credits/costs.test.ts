import { expect, test } from "vitest";
import { CHAT_COST_CREDITS, IMAGE_COST_CREDITS, VIDEO_COST_CREDITS } from "./costs";

test("a chat message costs 10, an image 20 and a video 50 credits", () => {
  expect([CHAT_COST_CREDITS, IMAGE_COST_CREDITS, VIDEO_COST_CREDITS]).toEqual([10, 20, 50]);
});
