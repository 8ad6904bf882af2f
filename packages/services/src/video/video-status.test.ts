import { describe, expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { readJobs } from "../../test/database-state";
import { gate } from "../../test/idempotency";
import { useTestContext, withClients } from "../../test/test-context";
import type { ServiceContext } from "../context";
import { deliverVideo } from "./video-status";

const ctx = useTestContext();
const ORIGINAL = "https://backend.example/boat.mp4";
/** The longest a download and an upload are waited for. */
const SLOWEST_COPY_MS = 120_000;
const LEASE_MS = 150_000;
const POLLS = 6;

/** A storage whose copies are held until let go; `afterLease` tells that somebody has asked for the lease. */
function slowStorage() {
  const [begun, held, afterLease] = [gate(), gate(), gate()];
  const stored: string[] = [];
  const results = {
    fetchResult: async () => ({ body: new Uint8Array([1]), contentType: "video/mp4" }),
    fetchStart: () => Promise.reject(new Error("Copies are fetched whole")),
    openResult: () => Promise.reject(new Error("Copies are not passed on")),
  };
  const storage = {
    put: async ({ key }: { key: string }) => {
      stored.push(key);
      begun.open();
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
  const played = withClients(ctx, { results, storage });
  const watched: ServiceContext = Object.assign({}, played, { db });
  return { played, watched, stored, begun: begun.opened, letGo: held.open, afterLease: afterLease.opened };
}

async function openVideo() {
  const { id } = await createGeneration(ctx, "video", { status: "processing", taskId: "task" });
  const row = await ctx.db.generationHistory.findUniqueOrThrow({ where: { id } });
  return { ...row, taskId: "task" };
}

const pass = (milliseconds: number) => ctx.setNow(new Date(ctx.now().getTime() + milliseconds));

describe("deliverVideo", () => {
  it("copies once for polls at the same moment, who all get the copy's address", async () => {
    const video = await openVideo();
    const { played, stored, begun, letGo } = slowStorage();
    const polls = Array.from({ length: POLLS }, () => deliverVideo(played, video, ORIGINAL));
    await begun;
    letGo();
    const addresses = (await Promise.all(polls)).map((answer) => "videoUrl" in answer && answer.videoUrl);
    expect(new Set(addresses)).toEqual(new Set([`https://storage.example/${stored[0]}`]));
    expect(stored).toHaveLength(1);
  });

  it("copies once even when the copy takes as long as it may", async () => {
    const video = await openVideo();
    const { played, watched, stored, begun, letGo, afterLease } = slowStorage();
    const first = deliverVideo(played, video, ORIGINAL);
    await begun;
    pass(SLOWEST_COPY_MS);
    const second = deliverVideo(watched, video, ORIGINAL);
    await afterLease;
    letGo();
    expect((await first).status).toBe("completed");
    expect((await second).status).toBe("completed");
    expect(stored).toHaveLength(1);
  });

  it("is done by another where the first one died, and the first end stays", async () => {
    const video = await openVideo();
    const dying = slowStorage();
    const first = deliverVideo(dying.played, video, ORIGINAL);
    await dying.begun;
    pass(LEASE_MS + 1);
    const { played, letGo } = slowStorage();
    letGo();
    const answer = await deliverVideo(played, video, ORIGINAL);
    dying.letGo();
    await first;
    const row = await ctx.db.generationHistory.findUnique({ where: { id: video.id } });
    expect(row).toMatchObject({ status: "completed", resultUrl: "videoUrl" in answer ? answer.videoUrl : null });
    expect(await readJobs(ctx, `copy-result-again:${video.id}`)).toEqual([]);
  });
});
