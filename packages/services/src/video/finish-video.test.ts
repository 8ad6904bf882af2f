import type { VideoTask } from "@app/clients/video/video-backend";
import { describe, expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { readJobs } from "../../test/database-state";
import { useTestContext, withClients } from "../../test/test-context";
import { finishVideo } from "./finish-video";

const ctx = useTestContext();
const ADDRESS = "https://files.example/boat.mp4";
const HOUR_MS = 60 * 60 * 1000;

const openVideo = () => createGeneration(ctx, "video", { status: "processing", taskId: "task" });
const rowOf = (id: string) => ctx.db.generationHistory.findUniqueOrThrow({ where: { id } });

/** A backend with this state of every task, or one that cannot be reached. */
function backend(state: Partial<VideoTask> | Error) {
  const polled: string[] = [];
  const video = {
    submit: () => Promise.reject(new Error("Nothing is to be submitted")),
    getTask: async (taskId: string): Promise<VideoTask> => {
      polled.push(taskId);
      if (state instanceof Error) throw state;
      return { status: "running", videoUrl: null, error: null, ...state };
    },
  };
  return { polled, context: withClients(ctx, { video, storage: null }) };
}

describe("finishVideo", () => {
  it("completes a finished video, and queues no further job", async () => {
    const { id } = await openVideo();
    await finishVideo(backend({ status: "succeeded", videoUrl: ADDRESS }).context, { generationId: id });
    expect(await rowOf(id)).toMatchObject({ status: "completed", resultUrl: ADDRESS });
    expect(await readJobs(ctx, `finish-video:${id}`)).toEqual([]);
  });

  it.each([
    ["is still made", {}],
    ["cannot be polled about", new Error("Unreachable")],
  ])("polls again in 30 seconds when the video %s", async (_what, state) => {
    const { id } = await openVideo();
    await finishVideo(backend(state).context, { generationId: id });
    expect(await rowOf(id)).toMatchObject({ status: "processing" });
    const runAt = new Date(ctx.now().getTime() + 30_000);
    expect(await readJobs(ctx, `finish-video:${id}`)).toMatchObject([{ task: "finish-video", runAt }]);
  });

  it.each([
    [6, 36],
    [60, 360],
    [12 * 60, 600],
  ])("keeps a running video open after %i minutes, and polls again in %i seconds", async (minutes, seconds) => {
    const { id } = await openVideo();
    const createdAt = new Date(ctx.now().getTime() - minutes * 60_000);
    await ctx.db.generationHistory.update({ where: { id }, data: { createdAt } });
    await finishVideo(backend({}).context, { generationId: id });
    expect(await rowOf(id)).toMatchObject({ status: "processing", error: null });
    const runAt = new Date(ctx.now().getTime() + seconds * 1000);
    expect(await readJobs(ctx, `finish-video:${id}`)).toMatchObject([{ runAt }]);
  });

  it("fails a video that has failed at the backend", async () => {
    const { id } = await openVideo();
    await finishVideo(backend({ status: "failed", error: "No boats today" }).context, { generationId: id });
    expect(await rowOf(id)).toMatchObject({ status: "failed", error: "No boats today" });
  });

  it("delivers a video that took 23 hours, and fails one that still runs after 24 hours", async () => {
    const since = (hours: number) => ({ createdAt: new Date(ctx.now().getTime() - hours * HOUR_MS) });
    const late = await openVideo();
    await ctx.db.generationHistory.update({ where: { id: late.id }, data: since(23) });
    await finishVideo(backend({ videoUrl: ADDRESS }).context, { generationId: late.id });
    expect(await rowOf(late.id)).toMatchObject({ status: "completed" });

    const lost = await openVideo();
    await ctx.db.generationHistory.update({ where: { id: lost.id }, data: since(24.1) });
    await finishVideo(backend({ status: "running" }).context, { generationId: lost.id });
    expect(await rowOf(lost.id)).toMatchObject({ status: "failed", error: "Video generation timeout" });
  });

  it.each(["completed", "failed"])("does not change a video that is %s", async (status) => {
    const { id } = await createGeneration(ctx, "video", { status, taskId: "task" });
    const before = await rowOf(id);
    const { polled, context } = backend({ videoUrl: ADDRESS });
    await finishVideo(context, { generationId: id });
    expect(await rowOf(id)).toEqual(before);
    expect(polled).toEqual([]);
  });
});
