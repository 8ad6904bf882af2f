import { describe, expect, it } from "vitest";
import type { Generation } from "../history/generation";
import { videoFromHistory } from "./video-from-history";
import { progressOf, type VideoStatus } from "./video-task";

const ids = { id: "h1", taskId: "t1" };
const running = (taskStatus: string) =>
  ({ ...ids, status: "processing", taskStatus, statusText: "Generating", elapsedSeconds: 12 }) as const;

describe("progressOf", () => {
  it.each<[VideoStatus | undefined, object]>([
    [undefined, { phase: "open", stage: "checking" }],
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
    [running("queued"), { phase: "open", stage: "queued" }],
    [running("Running"), { phase: "open", stage: "running" }],
    [running("succeeded"), { phase: "open", stage: "storing" }],
    [running("warming"), { phase: "open", stage: "unknown" }],
    [
      { ...ids, status: "processing", error: "Failed to check status" },
      { phase: "open", stage: "unreachable" },
    ],
  ])("%j is %j", (status, progress) => {
    expect(progressOf(status)).toEqual(progress);
  });
});

describe("videoFromHistory", () => {
  const WHEN = new Date("2026-03-10T12:00:00.000Z");
  const ROW = {
    id: "h1",
    type: "video",
    prompt: "rain",
    imageUrl: null,
    taskId: "t1",
    isFavorite: false,
    refunded: false,
    width: null,
    height: null,
    resultUrl: "https://v/1.mp4",
    status: "completed",
    creditsUsed: 50,
    error: null,
    metadata: '{"duration":5,"resolution":"720p"}',
    createdAt: WHEN,
    updatedAt: WHEN,
  } as const satisfies Partial<Generation>;

  it("returns the video with its request", () => {
    expect(videoFromHistory(ROW)).toEqual({
      id: "h1",
      request: { prompt: "rain", imageUrl: null, duration: 5, resolution: "720p" },
      progress: { phase: "completed", videoUrl: "https://v/1.mp4" },
      sinceMs: null,
      isFavorite: false,
    });
  });

  it.each([true, false])("returns the failure, whether it was refunded: %s", (refunded) => {
    expect(
      videoFromHistory({ ...ROW, status: "failed", resultUrl: null, error: "too dark", refunded })?.progress,
    ).toEqual({ phase: "failed", error: "too dark", refunded });
  });

  it("returns null while the video is in progress", () => {
    expect(videoFromHistory({ ...ROW, status: "processing", resultUrl: null })).toBeNull();
  });
});
