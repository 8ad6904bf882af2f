import { beforeEach, describe, expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { readJobs } from "../../test/database-state";
import { useTestContext } from "../../test/test-context";
import { queueFinishVideo } from "../video/finish-video";
import { closeAbandonedGenerations } from "./close-abandoned-generations";

const ctx = useTestContext();
const ELEVEN_MINUTES_MS = 11 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const CLOSED_AT_ONCE_MAX = 200;

const rowOf = (id: string) => ctx.db.generationHistory.findUniqueOrThrow({ where: { id } });
const pass = (milliseconds: number) => ctx.setNow(new Date(ctx.now().getTime() + milliseconds));

// Closes rows that earlier tests left open, so that only a test's own rows count.
beforeEach(async () => {
  pass(HOUR_MS);
  await closeAbandonedGenerations(ctx);
});

describe("closeAbandonedGenerations", () => {
  it("leaves generations that may still be running", async () => {
    const { id } = await createGeneration(ctx, "image");
    pass(ELEVEN_MINUTES_MS - 2 * 60_000);
    expect(await closeAbandonedGenerations(ctx)).toBe(0);
    expect(await rowOf(id)).toMatchObject({ status: "processing" });
  });

  it.each(["image", "video"] as const)("ends an %s that a crash left without a task", async (type) => {
    const { id } = await createGeneration(ctx, type);
    pass(ELEVEN_MINUTES_MS);
    expect(await closeAbandonedGenerations(ctx)).toBe(1);
    expect(await rowOf(id)).toMatchObject({ status: "failed", error: "Interrupted" });
    expect(await closeAbandonedGenerations(ctx)).toBe(0);
  });

  it("queues the lost job of a video with a task once, and does not end the video", async () => {
    const { id } = await createGeneration(ctx, "video", { status: "processing", taskId: "task" });
    pass(ELEVEN_MINUTES_MS);
    expect(await closeAbandonedGenerations(ctx)).toBe(0);
    await closeAbandonedGenerations(ctx);
    expect(await rowOf(id)).toMatchObject({ status: "processing" });
    expect(await readJobs(ctx, `finish-video:${id}`)).toHaveLength(1);
  });

  it("does not postpone a job that is due sooner", async () => {
    const { id } = await createGeneration(ctx, "video", { status: "processing", taskId: "task" });
    await queueFinishVideo(ctx.db, id, ctx.now());
    const before = await readJobs(ctx, `finish-video:${id}`);
    pass(ELEVEN_MINUTES_MS);
    await closeAbandonedGenerations(ctx);
    expect(await readJobs(ctx, `finish-video:${id}`)).toEqual(before);
  });

  it("refunds once when the configuration says so, also in concurrent runs", async () => {
    const generous = { ...ctx, config: { ...ctx.config, refundFailedGenerations: true } };
    const { userId } = await createGeneration(ctx, "image");
    pass(ELEVEN_MINUTES_MS);
    const closed = await Promise.all([1, 2, 3].map(() => closeAbandonedGenerations(generous)));
    expect(closed.reduce((sum, count) => sum + count)).toBe(1);
    expect(await ctx.db.user.findUnique({ where: { id: userId } })).toMatchObject({ credits: 20 });
  });

  it("reaches an abandoned generation behind more open videos than one run handles", async () => {
    const { userId } = await createGeneration(ctx, "video", { status: "processing", taskId: "task" });
    const createdAt = ctx.now();
    const columns = { userId, type: "video", prompt: "a boat", creditsUsed: 50, metadata: "{}", createdAt };
    await ctx.db.generationHistory.createMany({
      data: Array.from({ length: CLOSED_AT_ONCE_MAX }, () => ({ ...columns, status: "processing", taskId: "task" })),
    });
    pass(1_000);
    const { id } = await createGeneration(ctx, "image");
    pass(ELEVEN_MINUTES_MS);
    await closeAbandonedGenerations(ctx);
    await closeAbandonedGenerations(ctx);
    expect(await rowOf(id)).toMatchObject({ status: "failed" });
  });
});
