import type { FetchedStart } from "@app/clients/http/result-fetcher";
import { UpstreamError } from "@app/clients/http/upstream-error";
import type { VideoTask } from "@app/clients/video/video-backend";
import { describe, expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { readJobs } from "../../test/database-state";
import { gate } from "../../test/idempotency";
import { actAs, useTestContext, withClients } from "../../test/test-context";
import { closeAbandonedGenerations } from "../history/close-abandoned-generations";
import { finishVideo, finishVideoKey, queueFinishVideo } from "./finish-video";
import { getVideoStatus } from "./video-status";

const ctx = useTestContext();
const ADDRESS = "https://files.example/boat.mp4";
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const rowOf = (id: string) => ctx.db.generationHistory.findUniqueOrThrow({ where: { id } });

function backend(state: () => Partial<VideoTask>) {
  const video = {
    submit: () => Promise.reject(new Error("Nothing is to be submitted")),
    getTask: async (): Promise<VideoTask> => ({ status: "running", videoUrl: null, error: null, ...state() }),
  };
  return withClients(ctx, { video, storage: null });
}

/** A backend that has made the video, and a storage that does not take it. */
function storing(fetchStart: () => Promise<FetchedStart>) {
  const fetchResult = async () => {
    await fetchStart();
    return { body: new Uint8Array(8), contentType: "video/mp4" };
  };
  const put = () => Promise.reject(new UpstreamError("The file could not be stored", { status: 403 }));
  const made = backend(() => ({ status: "succeeded", videoUrl: ADDRESS }));
  return withClients(ctx, {
    video: made.clients.video,
    results: { fetchResult, fetchStart, openResult: () => Promise.reject(new Error("unused")) },
    storage: { put, removeFolder: async () => undefined },
  });
}

describe("a video that is a day old", () => {
  it("is delivered when the backend has made it while no worker ran", async () => {
    const { id } = await createGeneration(ctx, "video", { status: "processing", taskId: "task" });
    ctx.setNow(new Date(ctx.now().getTime() + DAY_MS + MINUTE_MS));
    await finishVideo(
      backend(() => ({ status: "succeeded", videoUrl: ADDRESS })),
      { generationId: id },
    );
    expect(await rowOf(id)).toMatchObject({ status: "completed", resultUrl: ADDRESS });
  });

  it.each([
    ["403", 403, {}],
    ["404", 404, {}],
    ["410", 410, {}],
    ["404, and there is no storage", 404, { storage: null }],
  ])("fails when the backend has deleted it meanwhile, and says so with %s", async (_how, status, clients) => {
    const { id } = await createGeneration(ctx, "video", { status: "processing", taskId: "task" });
    ctx.setNow(new Date(ctx.now().getTime() + 2 * DAY_MS));
    const gone = () => Promise.reject(new UpstreamError("The file could not be downloaded", { status }));
    await finishVideo(withClients(storing(gone), clients), { generationId: id });
    expect(await rowOf(id)).toMatchObject({ status: "failed", error: "Video generation timeout", resultUrl: null });
  });

  it("is delivered from the backend's address when it is still there, but the storage fails", async () => {
    const { id } = await createGeneration(ctx, "video", { status: "processing", taskId: "task" });
    ctx.setNow(new Date(ctx.now().getTime() + 2 * DAY_MS));
    const context = storing(async () => ({ bytes: new Uint8Array(8), contentBytes: 8 }));
    await finishVideo(context, { generationId: id });
    expect(await rowOf(id)).toMatchObject({ status: "completed", resultUrl: ADDRESS });
  });

  it("is delivered when the backend made it after the worker's last look, within the day", async () => {
    const { id } = await createGeneration(ctx, "video", { status: "processing", taskId: "task" });
    const createdAt = ctx.now().getTime();
    let status: Partial<VideoTask> = {};
    const context = backend(() => status);
    ctx.setNow(new Date(createdAt + DAY_MS - 9 * MINUTE_MS));
    await finishVideo(context, { generationId: id });
    status = { status: "succeeded", videoUrl: ADDRESS };
    const [next] = await readJobs(ctx, finishVideoKey(id));
    ctx.setNow(next?.runAt ?? ctx.now());
    await finishVideo(context, { generationId: id });
    expect(await rowOf(id)).toMatchObject({ status: "completed", resultUrl: ADDRESS });
  });
});

it("gets a new job when its job has no attempts left", async () => {
  const { id } = await createGeneration(ctx, "video", { status: "processing", taskId: "task" });
  await queueFinishVideo(ctx.db, id, ctx.now());
  await ctx.db.$executeRaw`
    SELECT graphile_worker.permanently_fail_jobs(array_agg(id), 'Killed') FROM graphile_worker.jobs WHERE key = ${finishVideoKey(id)}`;
  ctx.setNow(new Date(ctx.now().getTime() + 11 * MINUTE_MS));
  await closeAbandonedGenerations(ctx);
  const jobs = await ctx.db.$queryRaw<unknown[]>`
    SELECT id FROM graphile_worker.jobs WHERE key = ${finishVideoKey(id)} AND attempts < max_attempts`;
  expect(jobs).toHaveLength(1);
});

it("is not timed out by a slow poll while another one copies it", async () => {
  const { id, userId } = await createGeneration(ctx, "video", { status: "processing", taskId: "task" });
  ctx.setNow(new Date(ctx.now().getTime() + 5 * MINUTE_MS + 1));
  const [asked, answered, copying, stored] = [gate(), gate(), gate(), gate()];
  const video = (getTask: () => Promise<VideoTask>) => ({
    submit: () => Promise.reject(new Error("Nothing is to be submitted")),
    getTask,
  });
  // The backend was still working when it was asked; its response takes a second.
  const early = withClients(ctx, {
    storage: null,
    video: video(async () => {
      asked.open();
      await answered.opened;
      return { status: "running", videoUrl: null, error: null };
    }),
  });
  const late = withClients(ctx, {
    video: video(async () => ({ status: "succeeded", videoUrl: ADDRESS, error: null })),
    results: {
      fetchResult: async () => {
        copying.open();
        await stored.opened;
        return { body: new Uint8Array(8), contentType: "video/mp4" };
      },
      fetchStart: () => Promise.reject(new Error("unused")),
      openResult: () => Promise.reject(new Error("unused")),
    },
    storage: { put: async () => "https://storage.example/boat.mp4", removeFolder: async () => undefined },
  });
  const input = { historyId: id, taskId: "task" };
  const slow = getVideoStatus(await actAs(early, userId), input);
  await asked.opened;
  const copy = getVideoStatus(await actAs(late, userId), input);
  await copying.opened;
  answered.open();
  await slow;
  stored.open();
  await copy;
  expect(await rowOf(id)).toMatchObject({ status: "completed", resultUrl: "https://storage.example/boat.mp4" });
});

it("is not timed out by a poll of a process whose clock is ahead", async () => {
  ctx.setNow(new Date());
  const { id, userId } = await createGeneration(ctx, "video", { status: "processing", taskId: "task" });
  const ahead = { ...backend(() => ({})), now: () => new Date(Date.now() + 6 * MINUTE_MS) };
  const poll = await getVideoStatus(await actAs(ahead, userId), { historyId: id, taskId: "task" });
  expect(poll).toMatchObject({ status: "processing", taskStatus: "running" });
});
