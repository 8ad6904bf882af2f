import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { createUser, useTestContext, withClients } from "../../test/test-context";
import { startWorker } from "../worker";
import { releaseAbandonedJobs } from "./worker-liveness";

const ctx = useTestContext();
const A_MINUTE_MS = 60_000;
const CHECKS_MAX = 1_000;
const CHECK_INTERVAL_MS = 10;
const ATTEMPTS_MAX = 10;

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

/** Locks a job as a worker that was killed while running it. */
async function lockAsDeadWorker(jobKey: string): Promise<void> {
  await ctx.db.$executeRaw`
    UPDATE graphile_worker._private_jobs SET locked_by = ${`pool-${randomUUID()}`}, locked_at = now() WHERE key = ${jobKey}`;
}

/** A worker runs webhooks apart from the other jobs, and each of the two runners holds a lock. */
const RUNNERS = 2;

/** The connections that hold liveness locks. */
async function livenessLocks(): Promise<number[]> {
  const rows = await ctx.db.$queryRaw<{ pid: number }[]>`
    SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return rows.map(({ pid }) => pid);
}

async function waitForLocks(earlier: readonly number[] = []): Promise<number[]> {
  for (let check = 0; check < CHECKS_MAX; check += 1) {
    const others = (await livenessLocks()).filter((pid) => !earlier.includes(pid));
    if (others.length === RUNNERS) return others;
    await pause(CHECK_INTERVAL_MS);
  }
  throw new Error("The worker did not take its liveness locks");
}

async function terminate(pids: readonly number[]): Promise<void> {
  await ctx.db.$queryRaw`SELECT pg_terminate_backend(pid) FROM unnest(${pids}::int[]) AS pid`;
}

/** A worker that runs a job, which ends with `endJob`. */
async function startBusyWorker() {
  let endJob = (): void => undefined;
  const ending = new Promise<void>((resolve) => {
    endJob = resolve;
  });
  // Without the minute's maintenance: with a clock a minute ahead it would unlock the job while the connection is broken.
  const worker = await startWorker(withClients(ctx, { mailer: { send: () => ending } }), ctx.databaseUrl, {
    sweep: async () => {},
  });
  const job = await buyPack();
  const isHeld = async () => {
    const workerId = await holderOf(job);
    expect(workerId).not.toBeNull();
    return workerId;
  };
  const holder = await vi.waitFor(isHeld, { timeout: 20_000 });
  return { worker, job, holder, endJob };
}

const inAMinute = () => ctx.setNow(new Date(Date.now() + A_MINUTE_MS));

it("unlocks a dead worker's jobs, once the worker has had time to take its lock", async () => {
  const job = await buyPack();
  await lockAsDeadWorker(job);
  ctx.setNow(new Date());
  expect(await releaseAbandonedJobs(ctx)).toBe(0);
  expect(await holderOf(job)).toMatch(/^pool-/);
  inAMinute();
  expect(await releaseAbandonedJobs(ctx, async () => undefined)).toBe(1);
  expect(await holderOf(job)).toBeNull();
});

it("looks twice, so that a worker whose connection breaks keeps its jobs", async () => {
  const { worker, job, holder, endJob } = await startBusyWorker();
  inAMinute();
  let pids: number[] = [];
  const wait = vi.fn(() => waitForLocks(pids));
  // On a busy machine the worker may have its lock again before the first look, a second later.
  for (let attempt = 0; attempt < ATTEMPTS_MAX && wait.mock.calls.length === 0; attempt += 1) {
    pids = await waitForLocks(pids);
    await terminate(pids);
    expect(await releaseAbandonedJobs(ctx, wait)).toBe(0);
  }
  expect(wait).toHaveBeenCalledTimes(1);
  expect(await holderOf(job)).toBe(holder);
  endJob();
  await worker.stop();
});

it("does not unlock the job of a living worker, even after its connection broke, until the job has ended", async () => {
  const { worker, job, holder, endJob } = await startBusyWorker();
  const firstPids = await waitForLocks();
  inAMinute();
  expect(await releaseAbandonedJobs(ctx)).toBe(0);

  await terminate(firstPids);
  const secondPids = await waitForLocks(firstPids);
  expect(await releaseAbandonedJobs(ctx)).toBe(0);

  const stopped = worker.stop();
  const [lastPid] = await livenessLocks();
  expect(secondPids).toContain(lastPid);
  expect(await releaseAbandonedJobs(ctx)).toBe(0);
  expect(await holderOf(job)).toBe(holder);
  endJob();
  await stopped;
  expect(await livenessLocks()).toEqual([]);
});
