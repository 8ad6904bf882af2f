import { describe, expect, test } from "vitest";
import {
  decideVideoStatus,
  VIDEO_POLL_GIVE_UP_MS,
  VIDEO_POLL_INTERVAL_MS,
  VIDEO_TIMEOUT_MS,
  videoJobPauseMs,
  videoTimedOut,
} from "./decide-video-status";

const CREATED_AT = new Date("2026-01-01T00:00:00.000Z");
const VIDEO_URL = "https://backend.example/v.mp4";

describe("a finished video is delivered", () => {
  test.each(["succeeded", "completed", "SUCCEEDED", "running", "failed", "something new"])("at status %s", (status) => {
    expect(decide({ status, videoUrl: VIDEO_URL })).toEqual({ kind: "completed", videoUrl: VIDEO_URL });
  });

  test("even after the timeout", () => {
    expect(decide({ status: "succeeded", videoUrl: VIDEO_URL }, VIDEO_TIMEOUT_MS * 10).kind).toBe("completed");
  });
});

describe("a failure", () => {
  test.each(["failed", "cancelled", "canceled", "expired", "FAILED"])(
    "at status %s carries the backend's error",
    (status) => {
      expect(decide({ status, error: " Too dark " })).toEqual({ kind: "failed", error: "Too dark" });
    },
  );

  test.each([null, "", "  "])("without an error text (%j) has a default text", (error) => {
    expect(decide({ status: "failed", error })).toEqual({ kind: "failed", error: "Video generation failed" });
  });

  test.each([null, ""])("is also a success without a video (%j)", (videoUrl) => {
    expect(decide({ status: "succeeded", videoUrl })).toEqual({ kind: "failed", error: "Video generation failed" });
  });

  test("takes precedence over the clock", () => {
    expect(decide({ status: "failed", error: "Too dark" }, VIDEO_TIMEOUT_MS + 1).kind).toBe("failed");
  });
});

describe("the clock", () => {
  test("more than five minutes are too long", () => {
    expect(decide({ status: "running" }, 300_001)).toEqual({
      kind: "timed_out",
      storedError: "Video generation timeout",
      responseError: "Video generation timeout after 5 minutes",
    });
    expect(videoTimedOut(CREATED_AT, after(300_001))).toBe(true);
  });

  test("exactly five minutes are not", () => {
    expect(decide({ status: "running" }, 300_000)).toMatchObject({ kind: "running", elapsedSeconds: 300 });
    expect(videoTimedOut(CREATED_AT, after(300_000))).toBe(false);
  });
});

describe("the caller", () => {
  test("the background job never ends a video by the clock", () => {
    const task = { status: "running", videoUrl: null, error: null };
    expect(decideVideoStatus(task, CREATED_AT, after(23 * 60 * 60 * 1000), "job")).toMatchObject({ kind: "running" });
  });
});

describe("the background job", () => {
  test.each([
    [0, 30_000],
    [300_000, 30_000],
    [360_000, 36_000],
    [3_600_000, 360_000],
    [6_000_000, 600_000],
    [86_000_000, 600_000],
    [-5_000, 30_000],
  ])("checks a video that is %d ms old again after %d ms", (elapsedMs, pauseMs) => {
    expect(videoJobPauseMs(elapsedMs)).toBe(pauseMs);
  });
});

describe("a running task", () => {
  test.each([
    ["queued", "Waiting in the queue"],
    ["running", "Generating the video"],
    ["Warming up", "Processing"],
    ["__proto__", "Processing"],
  ])("at status %s has the text %s", (status, statusText) => {
    expect(decide({ status }, 12_999)).toEqual({ kind: "running", taskStatus: status, statusText, elapsedSeconds: 12 });
  });

  test("has no negative age if the clocks differ", () => {
    expect(decide({ status: "queued" }, -5_000)).toMatchObject({ elapsedSeconds: 0 });
  });
});

test("clients poll every five seconds for ten minutes", () => {
  expect([VIDEO_POLL_INTERVAL_MS, VIDEO_POLL_GIVE_UP_MS]).toEqual([5_000, 600_000]);
});

function decide(task: { status: string; videoUrl?: string | null; error?: string | null }, elapsedMs = 0) {
  return decideVideoStatus({ videoUrl: null, error: null, ...task }, CREATED_AT, after(elapsedMs), "poll");
}

function after(elapsedMs: number): Date {
  return new Date(CREATED_AT.getTime() + elapsedMs);
}
