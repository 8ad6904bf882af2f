import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { createUser, useTestContext, withClients } from "../../test/test-context";
import { startWorker } from "../worker";
import { releaseAbandonedJobs } from "./worker-liveness";

const ctx = useTestContext();
const A_MINUTE_MS = 60_000;
const LOOKS_MAX = 1_000;
const LOOK_INTERVAL_MS = 10;

async function buyPack(): Promise<string> {
  const orderId = `ord_${randomUUID()}`;
  await deliver(ctx, purchaseEvent({ userId: await createUser(ctx), key: "pack_200", orderId }));
  return `purchase-confirmation:${orderId}`;
}

async function holderOf(jobKey: string): Promise<string | null | undefined> {
  const [job] = await ctx.db.$queryRaw<{ locked_by: string | null }[]>`
    SELECT locked_by FROM graphile_worker.jobs WHERE key = ${jobKey}`;
  return job?.locked_by;
}

/** What a worker leaves that was killed over a job. */
async function takeJobAndDie(jobKey: string): Promise<void> {
  await ctx.db.$executeRaw`
    UPDATE graphile_worker._private_jobs SET locked_by = ${`pool-${randomUUID()}`}, locked_at = now() WHERE key = ${jobKey}`;
}

/** The connections on which workers say that they live. */
async function announcements(): Promise<{ pid: number }[]> {
  return ctx.db.$queryRaw<{ pid: number }[]>`
    SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
}

async function announcementBeside(earlier?: number): Promise<number> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const other = (await announcements()).find(({ pid }) => pid !== earlier);
    if (other) return other.pid;
    await pause(LOOK_INTERVAL_MS);
  }
  throw new Error("No worker announced itself");
}

const inAMinute = () => ctx.setNow(new Date(Date.now() + A_MINUTE_MS));

it("gives a dead worker's jobs back, once the worker has had time to announce itself", async () => {
  const job = await buyPack();
  await takeJobAndDie(job);
  ctx.setNow(new Date());
  expect(await releaseAbandonedJobs(ctx)).toBe(0);
  expect(await holderOf(job)).toMatch(/^pool-/);
  inAMinute();
  expect(await releaseAbandonedJobs(ctx)).toBe(1);
  expect(await holderOf(job)).toBeNull();
});

it("leaves a living worker its job, also when its connection broke meanwhile, and until the job has ended", async () => {
  let begin = (): void => undefined;
  let end = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const ending = new Promise<void>((resolve) => {
    end = resolve;
  });
  const send = async () => {
    begin();
    await ending;
  };
  const worker = await startWorker(withClients(ctx, { mailer: { send } }), ctx.databaseUrl);
  const job = await buyPack();
  await begun;
  const holder = await holderOf(job);
  const firstPid = await announcementBeside();
  inAMinute();
  expect(await releaseAbandonedJobs(ctx)).toBe(0);

  await ctx.db.$queryRaw`SELECT pg_terminate_backend(${firstPid}::int)`;
  const secondPid = await announcementBeside(firstPid);
  expect(await releaseAbandonedJobs(ctx)).toBe(0);

  const stopped = worker.stop();
  expect(await announcementBeside()).toBe(secondPid);
  expect(await releaseAbandonedJobs(ctx)).toBe(0);
  expect(await holderOf(job)).toBe(holder);
  end();
  await stopped;
  expect(await announcements()).toEqual([]);
});
