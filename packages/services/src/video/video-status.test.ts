import { describe, expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { readJobs } from "../../test/database-state";
import { gate } from "../../test/idempotency";
import { useTestContext, withClients } from "../../test/test-context";
import type { ServiceContext } from "../context";
import { copyResultAgain } from "../history/copy-result";
import { deliverVideo } from "./video-status";

const ctx = useTestContext();
const ORIGINAL = "https://backend.example/boat.mp4";
/** The longest time that a download and an upload may take. */
const SLOWEST_COPY_MS = 120_000;
const LEASE_MS = 150_000;
const COPIES_AT_ONCE = 4;
const POLLS = 6;
/** Less than a poll waits for a copy. */
const NO_WAIT_MAX_MS = 15_000;

/** A storage whose copies wait for `letGo`. `afterLease` resolves when a poll has tried to take the lease. */
function slowStorage() {
  const [started, held, afterLease] = [gate(), gate(), gate()];
  const stored: string[] = [];
  const results = {
    fetchResult: async () => ({ body: new Uint8Array([1]), contentType: "video/mp4" }),
    fetchStart: () => Promise.reject(new Error("Copies are fetched whole")),
    openResult: () => Promise.reject(new Error("Copies are not passed on")),
  };
  const storage = {
    put: async ({ key }: { key: string }) => {
      stored.push(key);
      started.open();
      await held.opened;
      return `https://storage.example/${key}`;
    },
    removeFolder: async () => undefined,
  };
  const db = ctx.db.$extends({
    query: {
      generationHistory: {
        async updateMany({ args, query }) {
          const result = await query(args);
          afterLease.open();
          return result;
        },
      },
    },
  });
  const context = withClients(ctx, { results, storage });
  const watched: ServiceContext = Object.assign({}, context, { db });
  return { context, watched, stored, started: started.opened, letGo: held.open, afterLease: afterLease.opened };
}

async function openVideo() {
  const { id } = await createGeneration(ctx, "video", { status: "processing", taskId: "task" });
  const row = await ctx.db.generationHistory.findUniqueOrThrow({ where: { id } });
  return { ...row, taskId: "task" };
}

const pass = (milliseconds: number) => ctx.setNow(new Date(ctx.now().getTime() + milliseconds));

describe("deliverVideo", () => {
  it("copies once for concurrent polls, which all get the address of the copy", async () => {
    const video = await openVideo();
    const { context, stored, started, letGo } = slowStorage();
    const polls = Array.from({ length: POLLS }, () => deliverVideo(context, video, ORIGINAL));
    await started;
    letGo();
    const addresses = (await Promise.all(polls)).map((answer) => "videoUrl" in answer && answer.videoUrl);
    expect(new Set(addresses)).toEqual(new Set([`https://storage.example/${stored[0]}`]));
    expect(stored).toHaveLength(1);
  });

  it("holds a few videos of many in memory at once, and copies the others when they are looked up again", async () => {
    const videos = await Promise.all(Array.from({ length: 3 * COPIES_AT_ONCE }, openVideo));
    const { context, stored, letGo } = slowStorage();
    const isStoring = (answer: object) => "statusText" in answer && answer.statusText === "Storing the video";
    const first = videos.map((video) => deliverVideo(context, video, ORIGINAL));
    let others = 0;
    await new Promise<void>((resolve) => {
      for (const answer of first)
        void answer.then((given) => {
          if (isStoring(given) && ++others === videos.length - COPIES_AT_ONCE) resolve();
        });
    });
    expect(stored.length).toBeLessThanOrEqual(COPIES_AT_ONCE);
    letGo();
    const copied = (await Promise.all(first)).filter((answer) => answer.status === "completed");
    expect(copied).toHaveLength(COPIES_AT_ONCE);
    for (const video of videos) expect((await deliverVideo(context, video, ORIGINAL)).status).toBe("completed");
    expect(stored).toHaveLength(videos.length);
  });

  it(
    "does not wait for a copy that has no room",
    async () => {
      const { context, stored, letGo } = slowStorage();
      const running = await Promise.all(Array.from({ length: COPIES_AT_ONCE }, openVideo));
      const copying = running.map((video) => deliverVideo(context, video, ORIGINAL));
      await expect.poll(() => stored.length).toBe(COPIES_AT_ONCE);
      const video = await openVideo();
      const polls = await Promise.all(Array.from({ length: POLLS }, () => deliverVideo(context, video, ORIGINAL)));
      for (const answer of polls) expect(answer).toMatchObject({ statusText: "Storing the video" });
      letGo();
      await Promise.all(copying);
    },
    NO_WAIT_MAX_MS,
  );

  it("finds a place while more videos than may be are copied again", async () => {
    const { context, stored, letGo } = slowStorage();
    const delivered = { status: "completed", taskId: "task", resultUrl: ORIGINAL, updatedAt: ctx.now() };
    const again: Promise<void>[] = [];
    for (let video = 0; video < COPIES_AT_ONCE; video += 1) {
      const { id } = await createGeneration(ctx, "video", delivered);
      again.push(copyResultAgain(context, { generationId: id, originalUrl: ORIGINAL }));
    }
    await expect.poll(() => stored.length).toBe(2);
    const delivering = deliverVideo(context, await openVideo(), ORIGINAL);
    await expect.poll(() => stored.length).toBe(3);
    letGo();
    expect(await delivering).toMatchObject({ status: "completed" });
    await Promise.all(again);
  });

  it("copies once even when the copy takes as long as it may", async () => {
    const video = await openVideo();
    const { context, watched, stored, started, letGo, afterLease } = slowStorage();
    const first = deliverVideo(context, video, ORIGINAL);
    await started;
    pass(SLOWEST_COPY_MS);
    const second = deliverVideo(watched, video, ORIGINAL);
    await afterLease;
    letGo();
    expect((await first).status).toBe("completed");
    expect((await second).status).toBe("completed");
    expect(stored).toHaveLength(1);
  });

  it("is done by another poll when the first one has died, and the first result stays", async () => {
    const video = await openVideo();
    const dying = slowStorage();
    const first = deliverVideo(dying.context, video, ORIGINAL);
    await dying.started;
    pass(LEASE_MS + 1);
    const { context, letGo } = slowStorage();
    letGo();
    const answer = await deliverVideo(context, video, ORIGINAL);
    dying.letGo();
    await first;
    const row = await ctx.db.generationHistory.findUnique({ where: { id: video.id } });
    expect(row).toMatchObject({ status: "completed", resultUrl: "videoUrl" in answer ? answer.videoUrl : null });
    expect(await readJobs(ctx, `copy-result-again:${video.id}`)).toEqual([]);
  });
});
