import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readJobs } from "../../test/database-state";
import { useTestContext } from "../../test/test-context";
import { queueFinishVideo } from "../video/finish-video";
import { queueJob } from "./job-queue";

const ctx = useTestContext();

describe("queueJob", () => {
  it("makes the job visible with the commit of its transaction", async () => {
    const key = randomUUID();
    await ctx.db.$transaction(async (tx) => {
      await queueJob(tx, "send-purchase-confirmation", { paymentId: key }, { key });
      expect(await readJobs(ctx, key)).toEqual([]);
    });
    expect(await readJobs(ctx, key)).toMatchObject([{ task: "send-purchase-confirmation", attempts: 0 }]);
  });

  it("removes the job with a rollback of its transaction", async () => {
    const key = randomUUID();
    const failing = ctx.db.$transaction(async (tx) => {
      await queueJob(tx, "send-purchase-confirmation", { paymentId: key }, { key });
      throw new Error("No commit");
    });
    await expect(failing).rejects.toThrow("No commit");
    expect(await readJobs(ctx, key)).toEqual([]);
  });

  it("keeps one job per key, with the newest time", async () => {
    const id = randomUUID();
    const now = ctx.now();
    await queueFinishVideo(ctx.db, id, now);
    await queueFinishVideo(ctx.db, id, new Date(now.getTime() + 1_000));
    expect(await readJobs(ctx, `finish-video:${id}`)).toMatchObject([{ runAt: new Date(now.getTime() + 31_000) }]);
  });

  it("uses the index on the key, even when the table was empty at planning time", async () => {
    const scans = await ctx.db.$transaction(async (tx) => {
      await tx.$executeRaw`ANALYZE graphile_worker._private_jobs`;
      await queueFinishVideo(tx, randomUUID(), ctx.now());
      return tx.$queryRaw`
        SELECT seq_scan::int AS whole, idx_scan::int > 0 AS indexed FROM pg_stat_xact_all_tables
        WHERE relid = 'graphile_worker._private_jobs'::regclass`;
    });
    expect(scans).toEqual([{ whole: 0, indexed: true }]);
  });
});
