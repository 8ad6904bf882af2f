import { randomUUID } from "node:crypto";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createUser, useTestContext, withClients } from "../../test/test-context";
import { verifyLedger } from "../ledger/verify-ledger";
import { queueJob } from "../platform/job-queue";
import { startWorker } from "../worker";
import { grantInstalments } from "./run-due-grants";

const ctx = useTestContext();
const MORE_THAN_A_BATCH = 1_100;
const DAY_MS = 24 * 60 * 60 * 1000;
const stops: (() => Promise<void>)[] = [];
/** What was logged, as objects. */
let logged: Record<string, unknown>[] = [];

beforeEach(() => {
  logged = [];
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await ctx.db.subscriptionCreditSchedule.deleteMany();
});

const logging = (onGranted: () => void = () => undefined) => {
  const write = (line: string) => {
    const entry = JSON.parse(line);
    logged.push(entry);
    if (entry.msg === "instalments granted") onGranted();
  };
  return { ...ctx, log: pino({ level: "info" }, { write }) };
};

/** Users with a yearly plan of which two instalments are due. */
async function createDue(count: number): Promise<string[]> {
  const userIds = await Promise.all(Array.from({ length: count }, () => createUser(ctx)));
  // One and a half months ago, whatever the length of the months.
  const nextGrantAt = new Date(ctx.now().getTime() - 45 * DAY_MS);
  const rows = userIds.map((userId) => ({ userId, planKey: "starter_yearly", id: randomUUID() }));
  const terms = { creditsPerGrant: 1_000, intervalMonths: 1, grantsRemaining: 11, totalCreditsRemaining: 11_000 };
  await ctx.db.subscription.createMany({
    data: rows.map((row) => ({
      ...row,
      provider: "creem",
      providerSubId: row.id,
      status: "active",
      currentPeriodEnd: nextGrantAt,
      statusEventAt: nextGrantAt,
    })),
  });
  await ctx.db.subscriptionCreditSchedule.createMany({
    data: rows.map((row) => ({ ...row, ...terms, subscriptionId: row.id, nextGrantAt })),
  });
  return userIds;
}

async function expectTwoEach(userIds: readonly string[]): Promise<void> {
  const users = await ctx.db.user.findMany({ where: { id: { in: [...userIds] } }, select: { credits: true } });
  expect(users.map(({ credits }) => credits)).toEqual(userIds.map(() => 2_000));
  expect(await ctx.db.creditLedger.count({ where: { userId: { in: [...userIds] } } })).toBe(2 * userIds.length);
  expect((await verifyLedger(ctx.db)).differences).toEqual([]);
}

describe("the hourly run", () => {
  it("grants all that is due, more than one batch of it, and logs what it granted", async () => {
    const userIds = await createDue(MORE_THAN_A_BATCH);
    await grantInstalments(logging());
    await expectTwoEach(userIds);
    const granted = { processed: 2_200, schedulesTouched: 1_100, credits: 2_200_000, batches: 3 };
    expect(logged).toMatchObject([{ msg: "instalments granted", ...granted }]);
    await grantInstalments(logging());
    expect(logged).toHaveLength(1);
    await expectTwoEach(userIds);
  });

  it("grants each once, however many runs meet", async () => {
    const userIds = await createDue(60);
    const bounds = { schedulesMax: 10, instalmentsMax: 12, batchesMax: 20 };
    await Promise.all(Array.from({ length: 4 }, () => grantInstalments(ctx, bounds)));
    await expectTwoEach(userIds);
  });

  it("ends at its bound, logs that, and leaves the other schedules to the next run", async () => {
    const userIds = await createDue(5);
    const bounds = { schedulesMax: 2, instalmentsMax: 12, batchesMax: 2 };
    await grantInstalments(logging(), bounds);
    expect(logged).toMatchObject([
      { msg: "instalments granted", processed: 8, batches: 2 },
      { msg: "more instalments may be due than one run grants" },
    ]);
    await grantInstalments(logging(), bounds);
    await expectTwoEach(userIds);
  });

  it("is a job of the worker, and of two workers one runs it", async () => {
    // A job's clock is never behind the time at which the database called it due.
    ctx.setNow(new Date());
    const userIds = await createDue(3);
    await queueJob(ctx.db, "grant-instalments", {}, { key: "grant-instalments" });
    let finish = (): void => undefined;
    const isLogged = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const hourly = { ...logging(finish), config: { ...ctx.config, grantsSchedule: "hourly" as const } };
    const worker = withClients(hourly, { mailer: null });
    for (let started = 0; started < 2; started += 1) stops.push((await startWorker(worker, ctx.databaseUrl)).stop);
    await isLogged;
    for (const stop of stops.splice(0)) await stop();
    expect(logged.filter(({ msg }) => msg === "instalments granted")).toMatchObject([{ processed: 6, credits: 6_000 }]);
    await expectTwoEach(userIds);
  });
});
