import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { createUser, useTestContext } from "../../test/test-context";
import { getDailyStatistics, getStatistics } from "../admin/statistics";
import { verifyLedger } from "../ledger/verify-ledger";
import { adjustRevenue, rollUpDays } from "./roll-up-days";

const ctx = useTestContext();
const DAYS = 60;
/** Enough for all of these days, were nothing in the way. */
const ROLLED_UP_WITHIN_MS = 1_000;
let userIds: string[] = [];

/** Entries, payments and chats around every boundary of the days from 1 to 9 March, and some weeks before. */
beforeEach(async () => {
  if (userIds.length > 0) return;
  userIds = [await createUser(ctx), await createUser(ctx)];
  for (const day of ["2026-01-20", "2026-02-28", "2026-03-01", "2026-03-04", "2026-03-08", "2026-03-09", "2026-03-10"])
    for (const time of ["00:00:00.000", "12:00:00.000", "23:59:59.999"]) await happenAt(new Date(`${day}T${time}Z`));
});

async function happenAt(createdAt: Date, delta = -10): Promise<void> {
  for (const [index, userId] of userIds.entries()) {
    const entry = { userId, reason: "image_generation", balanceAfter: 0, createdAt };
    const deltas = [delta * (index + 1), 500];
    await ctx.db.creditLedger.createMany({ data: deltas.map((each) => ({ ...entry, id: randomUUID(), delta: each })) });
    const [id, failed] = [randomUUID(), randomUUID()];
    const payment = { provider: "creem", userId, type: "one_time", creditsGranted: 200, amountCents: 500, createdAt };
    await ctx.db.payment.create({ data: { ...payment, id, providerPaymentId: id } });
    await ctx.db.payment.create({ data: { ...payment, id: failed, providerPaymentId: failed, status: "failed" } });
    await ctx.db.chatSession.create({ data: { userId, title: "", model: "", lastMessageAt: createdAt, createdAt } });
  }
}

const read = async () => ({ all: await getStatistics(ctx), daily: await getDailyStatistics(ctx, { days: DAYS }) });
const rolledUp = async () => (await ctx.db.dailyTotals.findMany({ orderBy: { day: "asc" } })).map(({ day }) => day);
const forget = () => ctx.db.dailyTotals.deleteMany();

async function rollUpAll(): Promise<void> {
  for (let run = 0; run < DAYS && (await rollUpDays(ctx)) > 0; run += 1);
}

describe("rollUpDays", () => {
  it("changes no figure, for any backlog of days", async () => {
    await forget();
    const live = await read();
    expect(live.all.creditsSpent).toBe(7 * 3 * 30);
    expect(await rollUpDays(ctx)).toBe(31);
    expect(await read()).toEqual(live);
    await rollUpAll();
    expect(await read()).toEqual(live);

    ctx.setNow(new Date("2026-03-16T12:00:00Z"));
    await happenAt(new Date("2026-03-15T23:59:59.999Z"));
    await happenAt(new Date("2026-03-16T00:00:00Z"));
    const later = await read();
    await rollUpAll();
    expect(await read()).toEqual(later);
    await forget();
    expect(await read()).toEqual(later);
    ctx.setNow(new Date("2026-03-10T12:00:00Z"));
  });

  it("writes a row for every day since the first, except days that ended less than six hours ago", async () => {
    await forget();
    ctx.setNow(new Date("2026-03-10T05:59:59.999Z"));
    await rollUpAll();
    const days = await rolledUp();
    expect(days[0]).toEqual(new Date("2026-01-20"));
    expect(days).toHaveLength(12 + 28 + 8);
    expect(days.at(-1)).toEqual(new Date("2026-03-08"));
    ctx.setNow(new Date("2026-03-10T06:00:00Z"));
    expect(await rollUpDays(ctx)).toBe(1);
    expect(await rollUpDays(ctx)).toBe(0);
    expect((await rolledUp()).at(-1)).toEqual(new Date("2026-03-09"));
  });

  it("includes rows that are written until six hours after the end of a day", async () => {
    await forget();
    ctx.setNow(new Date("2026-03-10T05:59:59.999Z"));
    await rollUpAll();
    await happenAt(new Date("2026-03-09T23:59:59.999Z"));
    const live = await read();
    ctx.setNow(new Date("2026-03-10T06:00:00Z"));
    await rollUpAll();
    expect(await read()).toEqual(live);
  });

  it("writes each day once in concurrent runs", async () => {
    await forget();
    const live = await read();
    await Promise.all([rollUpDays(ctx), rollUpDays(ctx), rollUpDays(ctx)]);
    await rollUpAll();
    expect(await rolledUp()).toHaveLength(12 + 28 + 9);
    expect(await read()).toEqual(live);
  });

  it("loses no correction that is written at the same time", async () => {
    await forget();
    const paidAt = new Date("2026-03-09T12:00:00Z");
    const payment = await ctx.db.payment.findFirstOrThrow({ where: { createdAt: paidAt, status: "succeeded" } });
    const [rolling] = await ctx.db.$transaction(async (tx) => {
      await tx.payment.update({ where: { id: payment.id }, data: { status: "refunded" } });
      await adjustRevenue(tx, paidAt, -payment.amountCents);
      const running = rollUpAll();
      await pause(ROLLED_UP_WITHIN_MS);
      return [running];
    });
    await rolling;
    const { daily } = await read();
    await forget();
    expect(daily).toEqual((await read()).daily);
    await ctx.db.payment.update({ where: { id: payment.id }, data: { status: "succeeded" } });
  });

  it("is verified against the ledger: an entry that came too late is reported", async () => {
    await forget();
    await rollUpAll();
    const found = async () => {
      const { differences } = await verifyLedger(ctx.db);
      return differences.filter(({ check }) => check.startsWith("daily totals"));
    };
    expect(await found()).toEqual([]);
    await happenAt(new Date("2026-03-01T00:00:00Z"), -1);
    expect(await found()).toMatchObject([{ id: "2026-03-01" }]);
    await forget();
    await rollUpAll();
    expect(await found()).toEqual([]);
  });
});
