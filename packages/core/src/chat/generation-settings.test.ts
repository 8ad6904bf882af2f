import { expect, test } from "vitest";
import { CHAT_MAX_TOKENS, CHAT_TEMPERATURE, CHAT_TOP_P } from "./generation-settings";

test("answers are made with temperature 0.7, top_p 0.95 and at most 2048 tokens", () => {
  expect([CHAT_TEMPERATURE, CHAT_TOP_P, CHAT_MAX_TOKENS]).toEqual([0.7, 0.95, 2048]);
});
