import { expect, test } from "vitest";
import { AppError } from "../errors";
import { parseInput } from "../input/parse";
import { VideoStatusInput } from "./video-input";

test("both ids are given back", () => {
  expect(parseInput(VideoStatusInput, { taskId: "cgt-1", historyId: "h-1" })).toEqual({
    taskId: "cgt-1",
    historyId: "h-1",
  });
});

test.each([
  {},
  { taskId: "cgt-1" },
  { historyId: "h-1" },
  { taskId: null, historyId: "h-1" },
  { taskId: "cgt-1", historyId: null },
  { taskId: "cgt-1", historyId: " " },
  { taskId: "", historyId: "" },
])("%j lacks one", (input) => {
  expect(() => parseInput(VideoStatusInput, input)).toThrow(
    new AppError("bad_request", "taskId and historyId are required"),
  );
});

test.each([
  [{ taskId: "a\0", historyId: "h-1" }, "taskId must not contain NUL characters"],
  [{ taskId: "cgt-1", historyId: "x".repeat(201) }, "historyId must be at most 200 characters"],
])("%j is refused by name", (input, message) => {
  expect(() => parseInput(VideoStatusInput, input)).toThrow(message);
});
