import { expect, test } from "vitest";
import { AppError } from "../errors";
import { parseInput } from "../input/parse";
import { ChatInput, RenameChatInput } from "./chat-input";

test("message and session are returned unchanged", () => {
  expect(parseInput(ChatInput, { message: " Hello ", sessionId: "s-1" })).toEqual({
    message: " Hello ",
    sessionId: "s-1",
  });
});

test.each([undefined, null, "", "  "])("a session id of %j counts as absent", (sessionId) => {
  expect(parseInput(ChatInput, { message: "Hello", sessionId }).sessionId).toBeUndefined();
});

test.each<[object, string]>([
  [{}, "Message is required"],
  [{ message: "" }, "Message is required"],
  [{ message: " \n" }, "Message is required"],
  [{ message: null }, "Message is required"],
  [{ message: ["Hello"] }, "message must be a string"],
  [{ message: "a\0" }, "message must not contain NUL characters"],
  [{ message: "\udc00" }, "message must be valid Unicode text"],
  [{ message: "x".repeat(32_001) }, "message must be at most 32000 characters"],
  [{ message: "Hello", sessionId: 5 }, "sessionId must be a string"],
  [{ message: "Hello", sessionId: "\0" }, "sessionId must not contain NUL characters"],
])("%j is refused", (input, message) => {
  expect(() => parseInput(ChatInput, input)).toThrow(new AppError("bad_request", message));
});

test("a title is trimmed", () => {
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
