import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { gate } from "../test/idempotency";
import { deliver, purchaseEvent } from "../test/provider-events";
import { createUser, useTestContext, withClients } from "../test/test-context";
import { CLOCK_PRIORITY, queueJob } from "./platform/job-queue";
import { queueFinishVideo } from "./video/finish-video";
import { startWorker } from "./worker";

const ctx = useTestContext();
const MAIN_SLOTS = 4;

// As while the backend responds to nothing, which takes 15 s a video, and hundreds of videos are open.
it("sends mails while more videos are due than the workers can ask about", async () => {
  const sent = gate();
  const context = withClients(ctx, { mailer: { send: async () => sent.open() } });
  let isOver = false;
  const finishVideo = async (_: unknown, { generationId }: { generationId: string }) => {
    await pause(150);
    if (!isOver) await queueFinishVideo(ctx.db, generationId, new Date(), 0);
  };
  for (let video = 0; video < 3 * MAIN_SLOTS; video += 1)
    await queueFinishVideo(ctx.db, `video ${video}`, new Date(), 0);
  await deliver(ctx, purchaseEvent({ userId: await createUser(ctx), key: "pack_200", orderId: "ord_1" }));
  const worker = await startWorker(context, ctx.databaseUrl, { "finish-video": finishVideo });
  onTestFinished(worker.stop);
  const outcome = await Promise.race([sent.opened.then(() => "sent"), pause(6_000).then(() => "starved")]);
  isOver = true;
  expect(outcome).toBe("sent");
}, 30_000);

it("runs other jobs while the maintenance of several minutes hangs", async () => {
  const done = gate();
  const hanging = gate();
  // As cron queues them (`cronItems`), one each minute, whether or not the one before has ended.
  for (let minute = 0; minute < MAIN_SLOTS; minute += 1)
    await ctx.db.$executeRaw`SELECT graphile_worker.add_job('sweep', priority => ${CLOCK_PRIORITY}::int)`;
  await queueFinishVideo(ctx.db, "a video", new Date(), 0);
  const worker = await startWorker(withClients(ctx, { mailer: null }), ctx.databaseUrl, {
    sweep: () => hanging.opened,
    "finish-video": async () => done.open(),
  });
  onTestFinished(worker.stop);
  const outcome = await Promise.race([done.opened.then(() => "ran"), pause(5_000).then(() => "starved")]);
  hanging.open();
  expect(outcome).toBe("ran");
}, 30_000);

// As while the storage hangs, which takes two minutes a copy: one to fetch the file, one to store it.
it("sends mails while more copies are due than the workers can make", async () => {
  const sent = gate();
  const stored = gate();
  for (let copy = 0; copy < 3 * MAIN_SLOTS; copy += 1) {
    const payload = { generationId: `video ${copy}`, originalUrl: "https://backend.example/video.mp4" };
    await queueJob(ctx.db, "copy-result-again", payload, { key: `copy-result-again:video ${copy}` });
  }
  await deliver(ctx, purchaseEvent({ userId: await createUser(ctx), key: "pack_200", orderId: "ord_2" }));
  const context = withClients(ctx, { mailer: { send: async () => sent.open() } });
  const worker = await startWorker(context, ctx.databaseUrl, { "copy-result-again": () => stored.opened });
  onTestFinished(worker.stop);
  const outcome = await Promise.race([sent.opened.then(() => "sent"), pause(6_000).then(() => "starved")]);
  stored.open();
  expect(outcome).toBe("sent");
}, 30_000);
