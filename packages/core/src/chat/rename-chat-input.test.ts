import { expect, test } from "vitest";
import { AppError } from "../errors";
import { parseInput } from "../input/parse-input";
import { RenameChatInput } from "./rename-chat-input";

test("a title loses the space around it", () => {
  expect(parseInput(RenameChatInput, { sessionId: "s", title: " A title " })).toEqual({
    sessionId: "s",
    title: "A title",
  });
});

test.each<[object, string]>([
  [{ title: "x" }, "sessionId is required"],
  [{ sessionId: "s" }, "title is required"],
  [{ sessionId: "s", title: "  " }, "title is required"],
  [{ sessionId: "s", title: "x".repeat(101) }, "title must be at most 100 characters"],
  [{ sessionId: "s", title: "\0" }, "title must not contain NUL characters"],
])("%j is refused", (input, message) => {
  expect(() => parseInput(RenameChatInput, input)).toThrow(new AppError("bad_request", message));
});
