import { expect, test } from "vitest";
import { AppError } from "../errors";
import { parseInput } from "../input/parse";
import { VIDEO_RESOLUTIONS, VIDEO_TASK_ID_MAX_CHARACTERS } from "./video-choices";
import { generateVideoInput, VideoStatusInput } from "./video-input";

const ANY = { maxDurationSeconds: 60, durations: null, resolutions: VIDEO_RESOLUTIONS };
const Input = generateVideoInput(ANY);
const IMAGE = "https://cdn.example/cat.png";
const NEITHER = "Either prompt or imageUrl is required";
const DURATION = "duration must be a number greater than 0 and at most 60";

test.each<[object, object]>([
  [{ prompt: "A cat" }, { prompt: "A cat" }],
  [{ imageUrl: IMAGE }, { imageUrl: IMAGE }],
  [{ prompt: " ", imageUrl: IMAGE }, { imageUrl: IMAGE }],
  [{ prompt: "A cat", imageUrl: "" }, { prompt: "A cat" }],
  [
    { prompt: "A cat", imageUrl: null, duration: null, resolution: null, watermark: null, cameraFixed: null },
    { prompt: "A cat" },
  ],
])("%j is accepted", (input, expected) => {
  expect(parseInput(Input, input)).toEqual(expected);
});

test.each(VIDEO_RESOLUTIONS)("accepts all fields, at %s", (resolution) => {
  const input = { prompt: "A cat", imageUrl: IMAGE, duration: 5, resolution, watermark: false, cameraFixed: true };
  expect(parseInput(Input, input)).toEqual(input);
});

test.each([0.5, 1, 59.9, 60])("a duration of %d s is accepted", (duration) => {
  expect(parseInput(Input, { prompt: "A cat", duration }).duration).toBe(duration);
});

test.each([0, -1, 60.1, Number.NaN, Number.POSITIVE_INFINITY, "5", "", true, []])(
  "a duration of %j is refused",
  (duration) => {
    expect(() => parseInput(Input, { prompt: "A cat", duration })).toThrow(new AppError("bad_request", DURATION));
  },
);

test("the longest duration is configurable", () => {
  const longest = (maxDurationSeconds: number) => generateVideoInput({ ...ANY, maxDurationSeconds });
  expect(longest(10).safeParse({ prompt: "A cat", duration: 11 }).success).toBe(false);
  expect(longest(15).safeParse({ prompt: "A cat", duration: 11 }).success).toBe(true);
});

test.each([
  [[4, 5, 6], 5.5, "duration must be a whole number of seconds: 4-6"],
  [[4, 5, 6], 3, "duration must be a whole number of seconds: 4-6"],
  [[5, 10], 7, "duration must be a whole number of seconds: 5, 10"],
  [[5, 10], "5", "duration must be a whole number of seconds: 5, 10"],
])("among the durations %j, %j is refused", (durations, duration, message) => {
  const input = generateVideoInput({ ...ANY, durations });
  expect(() => parseInput(input, { prompt: "A cat", duration })).toThrow(new AppError("bad_request", message));
  for (const accepted of durations)
    expect(parseInput(input, { prompt: "A cat", duration: accepted }).duration).toBe(accepted);
  expect(parseInput(input, { prompt: "A cat" }).duration).toBeUndefined();
});

test("resolutions the model does not accept are refused", () => {
  const input = generateVideoInput({ ...ANY, resolutions: ["480p", "720p"] });
  expect(parseInput(input, { prompt: "A cat", resolution: "720p" }).resolution).toBe("720p");
  expect(() => parseInput(input, { prompt: "A cat", resolution: "1080p" })).toThrow(
    new AppError("bad_request", "resolution must be one of 480p, 720p"),
  );
});

test.each<[object, string]>([
  [{}, NEITHER],
  [{ prompt: "", imageUrl: " " }, NEITHER],
  [{ prompt: null, imageUrl: null, duration: 5 }, NEITHER],
  [{ prompt: 5 }, "prompt must be a string"],
  [{ prompt: "x".repeat(4_001) }, "prompt must be at most 4000 characters"],
  [{ imageUrl: 5 }, "imageUrl must be a string"],
  [{ prompt: "A cat", imageUrl: "cat.png" }, "imageUrl must be an http(s) URL or a data:image/...;base64 URL"],
  [{ duration: "long" }, DURATION],
  [{ prompt: "A cat", resolution: "4K" }, "resolution must be one of 480p, 720p, 1080p"],
  [{ prompt: "A cat", watermark: 1 }, "watermark must be true or false"],
  [{ prompt: "A cat", cameraFixed: "no" }, "cameraFixed must be true or false"],
])("%j is refused", (input, message) => {
  expect(() => parseInput(Input, input)).toThrow(new AppError("bad_request", message));
});

test("both ids are returned", () => {
  expect(parseInput(VideoStatusInput, { taskId: "cgt-1", historyId: "h-1" })).toEqual({
    taskId: "cgt-1",
    historyId: "h-1",
  });
});

test("every task id that a submission accepts can be looked up", () => {
  const taskId = "x".repeat(VIDEO_TASK_ID_MAX_CHARACTERS);
  expect(parseInput(VideoStatusInput, { taskId, historyId: "h-1" })).toEqual({ taskId, historyId: "h-1" });
});

test.each([
  {},
  { taskId: "cgt-1" },
  { historyId: "h-1" },
  { taskId: null, historyId: "h-1" },
  { taskId: "cgt-1", historyId: null },
  { taskId: "cgt-1", historyId: " " },
  { taskId: "", historyId: "" },
])("%j lacks an id", (input) => {
  expect(() => parseInput(VideoStatusInput, input)).toThrow(
    new AppError("bad_request", "taskId and historyId are required"),
  );
});

test.each([
  [{ taskId: "a\0", historyId: "h-1" }, "taskId must not contain NUL characters"],
  [{ taskId: "cgt-1", historyId: "x".repeat(201) }, "historyId must be at most 200 characters"],
])("%j is refused with the field's name", (input, message) => {
  expect(() => parseInput(VideoStatusInput, input)).toThrow(message);
});
