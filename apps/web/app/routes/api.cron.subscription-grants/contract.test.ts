import { beforeEach, describe, expect, it } from "vitest";
import { ApiClient } from "../../../test/api-client";
import { TEST_CRON_SECRET, useTestApp } from "../../../test/app";
import { countRows, readBillingState } from "../../../test/billing-state";
import { createSchedule, createSchedules } from "../../../test/schedules";

const app = useTestApp();
const PATH = "/api/cron/subscription-grants";
const BEARER = { authorization: `Bearer ${TEST_CRON_SECRET}` };
const NOW = new Date("2026-06-15T12:00:00.000Z");
const NOTHING = { processed: 0, schedulesTouched: 0, grants: [] };

beforeEach(async () => {
  app.setNow(NOW);
  await app.db.subscriptionCreditSchedule.deleteMany();
});

const run = (query = "") => new ApiClient(app).get(`${PATH}${query}`, BEARER);
const scheduleOf = (id: string) => app.db.subscriptionCreditSchedule.findUnique({ where: { id } });

describe("200", () => {
  it.each(["GET", "POST"])("%s grants what is due and says so", async (method) => {
    const { id, subscriptionId, userId } = await createSchedule(app, { nextGrantAt: NOW });
    const response = await new ApiClient(app).fetch(PATH, { method, headers: BEARER });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      processed: 1,
      schedulesTouched: 1,
      grants: [
        { scheduleId: id, subscriptionId, userId, totalGranted: 1_000, grantsProcessed: 1, remainingGrants: 10 },
      ],
    });
    expect(await readBillingState(app, userId)).toMatchObject({
      credits: 1_000,
      ledger: [{ delta: 1_000, reason: "subscription_schedule", paymentId: subscriptionId, balanceAfter: 1_000 }],
      schedules: [
        {
          grantsRemaining: 10,
          totalCreditsRemaining: 10_000,
          nextGrantAt: new Date("2026-07-15T12:00:00.000Z"),
          updatedAt: NOW,
        },
      ],
    });
    expect((await run()).body).toEqual(NOTHING);
  });

  it("is open to other sites, since the credentials are what counts", async () => {
    const headers = { ...BEARER, origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
    expect(await new ApiClient(app).post(PATH, {}, headers)).toMatchObject({ status: 200, body: NOTHING });
  });

  it("leaves alone what is due a moment later, and what has no instalments left", async () => {
    const later = await createSchedule(app, { nextGrantAt: new Date(NOW.getTime() + 1) });
    const empty = await createSchedule(app, { nextGrantAt: NOW, grantsRemaining: 0, totalCreditsRemaining: 500 });
    expect((await run()).body).toEqual(NOTHING);
    expect(await scheduleOf(later.id)).toMatchObject({ grantsRemaining: 11 });
    expect(await scheduleOf(empty.id)).toMatchObject({ totalCreditsRemaining: 500 });
  });

  it("steps by calendar months from the date before: 31 Jan, 28 Feb, 28 Mar", async () => {
    const { id } = await createSchedule(app, { nextGrantAt: new Date("2026-01-31T09:30:00.000Z") });
    const dates: (string | undefined)[] = [];
    for (const now of ["2026-01-31T09:30:00.000Z", "2026-02-28T09:30:00.000Z", "2026-03-28T09:30:00.000Z"]) {
      app.setNow(new Date(now));
      expect((await run()).body).toMatchObject({ processed: 1 });
      dates.push((await scheduleOf(id))?.nextGrantAt.toISOString());
    }
    expect(dates).toEqual(["2026-02-28T09:30:00.000Z", "2026-03-28T09:30:00.000Z", "2026-04-28T09:30:00.000Z"]);
  });

  it("steps by the schedule's own interval", async () => {
    const { id } = await createSchedule(app, { nextGrantAt: NOW, intervalMonths: 3 });
    await run();
    expect(await scheduleOf(id)).toMatchObject({ nextGrantAt: new Date("2026-09-15T12:00:00.000Z") });
  });

  it("catches up on all eleven at once, entry by entry, and deletes the finished schedule", async () => {
    const row = await createSchedule(app, { nextGrantAt: new Date("2025-08-15T12:00:00.000Z") });
    expect((await run()).body).toMatchObject({
      processed: 11,
      grants: [{ scheduleId: row.id, totalGranted: 11_000, grantsProcessed: 11, remainingGrants: 0 }],
    });
    const { credits, ledger, schedules } = await readBillingState(app, row.userId);
    expect(credits).toBe(11_000);
    expect(ledger.map((entry) => [entry.delta, entry.balanceAfter])).toEqual(
      Array.from({ length: 11 }, (_, i) => [1_000, (i + 1) * 1_000]),
    );
    expect(schedules).toEqual([]);
  });

  it("pays with the last instalment whatever is left", async () => {
    const terms = { nextGrantAt: new Date("2026-01-15T12:00:00.000Z"), grantsRemaining: 2 };
    const more = await createSchedule(app, { ...terms, totalCreditsRemaining: 2_500 });
    const less = await createSchedule(app, { ...terms, totalCreditsRemaining: 1_300 });
    await run();
    const deltas = async (userId: string) => (await readBillingState(app, userId)).ledger.map((entry) => entry.delta);
    expect(await deltas(more.userId)).toEqual([1_000, 1_500]);
    expect(await deltas(less.userId)).toEqual([1_000, 300]);
  });

  it("ends a schedule whose credits are granted before its instalments", async () => {
    const row = await createSchedule(app, { nextGrantAt: NOW, grantsRemaining: 3, totalCreditsRemaining: 700 });
    expect((await run()).body).toMatchObject({ processed: 1, grants: [{ totalGranted: 700, grantsProcessed: 1 }] });
    expect(await readBillingState(app, row.userId)).toMatchObject({ credits: 700, schedules: [] });
  });

  it("deletes a selected schedule with nothing left and lists it with zeros", async () => {
    const row = await createSchedule(app, { nextGrantAt: NOW, totalCreditsRemaining: 0 });
    const { id, subscriptionId, userId } = row;
    expect((await run()).body).toEqual({
      processed: 0,
      schedulesTouched: 1,
      grants: [{ scheduleId: id, subscriptionId, userId, totalGranted: 0, grantsProcessed: 0, remainingGrants: 0 }],
    });
    expect(await readBillingState(app, userId)).toMatchObject({ credits: 0, ledger: [], schedules: [] });
  });

  it("grants to banned users what they paid for", async () => {
    const { userId } = await createSchedule(app, { nextGrantAt: NOW, banned: true });
    await run();
    expect(await readBillingState(app, userId)).toMatchObject({ credits: 1_000 });
  });

  it("takes the longest overdue first", async () => {
    const days = [3, 1, 2].map((day) => new Date(`2026-06-0${day}T12:00:00.000Z`));
    const [third, first, second] = await Promise.all(days.map((nextGrantAt) => createSchedule(app, { nextGrantAt })));
    expect((await run("?limit=2")).body).toMatchObject({
      grants: [{ scheduleId: first?.id }, { scheduleId: second?.id }],
    });
    expect((await run("?limit=2")).body).toMatchObject({ grants: [{ scheduleId: third?.id }] });
  });
});

describe("200: limit and catchUp", () => {
  it.each([
    ["", 50],
    ["?limit=", 50],
    ["?limit=many", 50],
    ["?limit=0", 1],
    ["?limit=-5", 1],
    ["?limit=2.7", 2],
    ["?limit=7", 7],
    ["?limit=500", 500],
    ["?limit=999", 500],
  ])("'%s' takes up to %i schedules", async (query, expected) => {
    await createSchedules(app, 501, { nextGrantAt: NOW, creditsPerGrant: 1 });
    expect((await run(query)).body).toMatchObject({ processed: expected, schedulesTouched: expected });
  });

  it.each([
    ["", 12],
    ["?catchUp=", 12],
    ["?catchUp=0", 12],
    ["?catchUp=all", 12],
    ["?catchUp=-3", 1],
    ["?catchUp=2.9", 2],
    ["?catchUp=36", 36],
    ["?catchUp=99", 36],
  ])("'%s' grants up to %i instalments of one schedule", async (query, expected) => {
    const nextGrantAt = new Date("2016-06-15T12:00:00.000Z");
    const { userId } = await createSchedule(app, { nextGrantAt, creditsPerGrant: 3, grantsRemaining: 40 });
    expect((await run(query)).body).toMatchObject({
      processed: expected,
      grants: [{ grantsProcessed: expected, totalGranted: 3 * expected, remainingGrants: 40 - expected }],
    });
    expect(await readBillingState(app, userId)).toMatchObject({ credits: 3 * expected });
  });
});

describe("401", () => {
  it.each([
    ["no credentials", {}],
    ["another secret", { authorization: "Bearer wrong" }],
    ["the secret without its scheme", { authorization: TEST_CRON_SECRET }],
    ["the secret in another scheme", { authorization: `Token ${TEST_CRON_SECRET}` }],
  ])("%s: nothing is granted", async (_name, headers: Record<string, string>) => {
    await createSchedule(app, { nextGrantAt: NOW });
    const before = await countRows(app);
    expect(await new ApiClient(app).get(PATH, headers)).toMatchObject({
      status: 401,
      body: { error: "Unauthorized" },
    });
    expect(await countRows(app)).toEqual(before);
  });
});

describe("405", () => {
  it.each(["PUT", "PATCH", "DELETE"])("answers no %s", async (method) => {
    const response = await new ApiClient(app).fetch(PATH, { method, headers: BEARER });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, POST");
    expect(await response.json()).toEqual({ error: "Method not allowed" });
  });
});
