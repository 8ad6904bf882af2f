import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { VideoTask } from "@app/clients/video/video-backend";
import { afterEach, describe, expect, it } from "vitest";
import { createGeneration } from "../test/create-generation";
import { readJobs } from "../test/database-state";
import { deliver, purchaseEvent } from "../test/provider-events";
import { actAs, createUser, useTestContext, withClients } from "../test/test-context";
import type { ServiceContext } from "./context";
import { runMaintenance } from "./maintenance";
import { grantInstalments } from "./schedule/run-due-grants";
import { finishVideoKey, queueFinishVideo } from "./video/finish-video";
import { createEndpoint } from "./webhooks/endpoints";
import { publishEvents } from "./webhooks/publish";
import { startWorker } from "./worker";

const ctx = useTestContext();
const stops: (() => Promise<void>)[] = [];
/** Longer than the first pause between two polls, and less than the difference that a start logs. */
const BEHIND_MS = 45_000;
const PAUSE_MS = 30_000;
/** Enough for hundreds of jobs. */
const OBSERVED_MS = 1_000;

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

describe("a worker whose clock is behind the database's", () => {
  it("pauses between two polls of a video", async () => {
    ctx.setNow(new Date());
    const { id } = await createGeneration(ctx, "video", { status: "processing", taskId: "task" });
    await queueFinishVideo(ctx.db, id, new Date(), 0);
    let polls = 0;
    let report: () => void = () => undefined;
    const polled = new Promise<void>((resolve) => {
      report = resolve;
    });
    const getTask = async (): Promise<VideoTask> => {
      polls += 1;
      report();
      return { status: "running", videoUrl: null, error: null };
    };
    const video = { submit: () => Promise.reject(new Error("Nothing is to be submitted")), getTask };
    const behind = {
      ...withClients(ctx, { video, storage: null, mailer: null }),
      now: () => new Date(Date.now() - BEHIND_MS),
    };
    stops.push((await startWorker(behind, ctx.databaseUrl)).stop);
    await polled;
    // Nothing tells that no further poll comes.
    await pause(OBSERVED_MS);
    for (const stop of stops.splice(0)) await stop();
    expect(polls).toBe(1);
    const [next] = await readJobs(ctx, finishVideoKey(id));
    expect(next?.runAt.getTime()).toBeGreaterThan(Date.now() + PAUSE_MS / 2);
  });

  it("sends a webhook as soon as another process has queued it", { timeout: 2 * BEHIND_MS }, async () => {
    ctx.setNow(new Date());
    let report: () => void = () => undefined;
    const sent = new Promise<string>((resolve) => {
      report = () => resolve("sent");
    });
    const post = async () => {
      report();
      return { status: 200, error: null, excerpt: "", retryAfter: null };
    };
    const context = withClients(ctx, { webhooks: { findProblem: () => null, post }, mailer: null });
    const userId = await createUser(ctx);
    await createEndpoint(await actAs(context, userId), { url: "https://receiver.example/", events: ["credits.low"] });
    const data = { balance: 1, threshold: 2 };
    await publishEvents(ctx.db, [{ userId, type: "credits.low", at: ctx.now(), data }]);
    const behind = { ...context, now: () => new Date(Date.now() - BEHIND_MS) };
    stops.push((await startWorker(behind, ctx.databaseUrl)).stop);
    expect(await Promise.race([sent, pause(BEHIND_MS / 3, "not sent")])).toBe("sent");
  });
});

describe("a worker whose machine's clock was set ahead a moment ago", () => {
  const AHEAD_MS = 61 * 24 * 60 * 60 * 1000;

  it("grants no instalment early, and expires no subscription that runs", async () => {
    ctx.setNow(new Date());
    const userId = await createUser(ctx);
    const subscriptionId = `sub_${randomUUID()}`;
    await deliver(ctx, purchaseEvent({ userId, key: "starter_yearly", subscriptionId }));
    const monthlyId = `sub_${randomUUID()}`;
    await deliver(
      ctx,
      purchaseEvent({ userId: await createUser(ctx), key: "starter_monthly", subscriptionId: monthlyId }),
    );
    const read = async () => ({
      entries: await ctx.db.creditLedger.count({ where: { userId } }),
      monthly: await ctx.db.subscription.findUnique({ where: { id: monthlyId }, select: { status: true } }),
    });
    const before = await read();
    for (const name of ["sweep", "grant-instalments"])
      await ctx.db.$executeRaw`SELECT graphile_worker.add_job(${name})`;

    const ahead = { ...withClients(ctx, { mailer: null }), now: () => new Date(Date.now() + AHEAD_MS) };
    await new Promise<void>((resolve, reject) => {
      const left = new Set(["sweep", "grant-instalments"]);
      const observed =
        (name: string, job: (jobCtx: ServiceContext) => Promise<void>) => async (jobCtx: ServiceContext) => {
          await job(jobCtx);
          left.delete(name);
          if (left.size === 0) resolve();
        };
      const jobs = {
        sweep: observed("sweep", runMaintenance),
        "grant-instalments": observed("grant-instalments", grantInstalments),
      };
      startWorker(ahead, ctx.databaseUrl, jobs).then(({ stop }) => stops.push(stop), reject);
    });
    expect(await read()).toEqual(before);
  });
});
