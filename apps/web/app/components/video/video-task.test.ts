import { describe, expect, it } from "vitest";
import { progressOf, taskOf, type VideoStatus } from "./video-task";

const ids = { id: "h1", taskId: "t1" };

describe("progressOf", () => {
  it.each<[VideoStatus | undefined, object]>([
    [undefined, { phase: "running", elapsedSeconds: null }],
    [
      { ...ids, status: "completed", videoUrl: "https://v/1.mp4" },
      { phase: "completed", videoUrl: "https://v/1.mp4" },
    ],
    [
      { ...ids, status: "completed", videoUrl: "https://v/1.mp4", error: null },
      { phase: "completed", videoUrl: "https://v/1.mp4" },
    ],
    [
      { ...ids, status: "failed", error: "too dark" },
      { phase: "failed", error: "too dark" },
    ],
    [
      { ...ids, status: "failed", videoUrl: null, error: null },
      { phase: "failed", error: "Video generation failed" },
    ],
    [
      { ...ids, status: "processing", taskStatus: "running", statusText: "Generating the video", elapsedSeconds: 12 },
      { phase: "running", text: "Generating the video", elapsedSeconds: 12 },
    ],
    [
      { ...ids, status: "processing", error: "Failed to check status" },
      { phase: "running", elapsedSeconds: null },
    ],
  ])("%j is %j", (status, progress) => {
    expect(progressOf(status)).toMatchObject(progress);
  });
});

describe("taskOf", () => {
  it("is the history row and its task", () => {
    expect(taskOf({ id: "h1", taskId: "t1", prompt: "rain" })).toEqual({
      historyId: "h1",
      taskId: "t1",
      prompt: "rain",
    });
  });

  it("is nothing while the backend has not taken the task", () => {
    expect(taskOf({ id: "h1", taskId: null, prompt: "rain" })).toBeNull();
  });
});
