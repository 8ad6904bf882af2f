import { beforeEach, describe, expect, it } from "vitest";
import { ApiClient } from "../../../test/api-client";
import { TEST_CRON_SECRET, useTestApp } from "../../../test/app";
import { countRows, readBillingState } from "../../../test/billing-state";
import { createSchedule, createSchedules } from "../../../test/schedules";

const PAIR = { CRON_JOBS_USERNAME: "scheduler", CRON_JOBS_PASSWORD: "password" };
const BASIC = { authorization: `Basic ${Buffer.from("scheduler:password").toString("base64")}` };
const BEARER = { authorization: `Bearer ${TEST_CRON_SECRET}` };
const PATH = "/api/cron/grant-subscription-credits";
const NOW = new Date("2026-06-15T12:00:00.000Z");

const app = useTestApp({ env: PAIR });

beforeEach(async () => {
  app.setNow(NOW);
  await app.db.subscriptionCreditSchedule.deleteMany();
});

describe("200", () => {
  it.each(["GET", "POST"])("%s grants one instalment of each due schedule, however many are due", async (method) => {
    const overdue = await createSchedule(app, { nextGrantAt: new Date("2026-01-31T12:00:00.000Z") });
    const due = await createSchedule(app, { nextGrantAt: NOW, creditsPerGrant: 10_000 });
    const later = await createSchedule(app, { nextGrantAt: new Date(NOW.getTime() + 1) });
    const response = await new ApiClient(app).fetch(PATH, { method, headers: BEARER });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ processed: 2 });
    expect(await readBillingState(app, overdue.userId)).toMatchObject({
      credits: 1_000,
      ledger: [{ delta: 1_000, reason: "subscription_cycle", paymentId: overdue.subscriptionId, balanceAfter: 1_000 }],
      schedules: [{ grantsRemaining: 10, nextGrantAt: new Date("2026-02-28T12:00:00.000Z") }],
    });
    expect(await readBillingState(app, due.userId)).toMatchObject({
      credits: 10_000,
      schedules: [{ grantsRemaining: 10 }],
    });
    expect(await readBillingState(app, later.userId)).toMatchObject({
      credits: 0,
      schedules: [{ grantsRemaining: 11 }],
    });
  });

  it("processes more schedules than the default of the detailed path", async () => {
    await createSchedules(app, 60, { nextGrantAt: NOW });
    expect((await new ApiClient(app).get(PATH, BEARER)).body).toEqual({ processed: 60 });
    expect((await new ApiClient(app).get(PATH, BEARER)).body).toEqual({ processed: 0 });
  });

  it("deletes a schedule with its last instalment", async () => {
    const { userId } = await createSchedule(app, {
      nextGrantAt: NOW,
      grantsRemaining: 1,
      totalCreditsRemaining: 1_234,
    });
    expect((await new ApiClient(app).post(PATH, {}, BEARER)).body).toEqual({ processed: 1 });
    expect(await readBillingState(app, userId)).toMatchObject({ credits: 1_234, schedules: [] });
  });

  it("accepts other sites, because the credentials decide", async () => {
    const headers = { ...BEARER, origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
    expect(await new ApiClient(app).post(PATH, {}, headers)).toMatchObject({ status: 200, body: { processed: 0 } });
  });
});

describe("401", () => {
  it.each([
    ["no credentials", {}],
    ["another secret", { authorization: "Bearer wrong" }],
    ["a Basic pair, even the one configured", BASIC],
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
  it.each(["PUT", "PATCH", "DELETE"])("refuses %s", async (method) => {
    const response = await new ApiClient(app).fetch(PATH, { method, headers: BEARER });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, POST");
  });
});

describe("500", () => {
  const unconfigured = useTestApp({ env: { ...PAIR, CRON_SECRET: undefined } });

  it("says so when no secret is configured, because it accepts nothing else", async () => {
    for (const headers of [{}, BASIC, BEARER])
      expect(await new ApiClient(unconfigured).get(PATH, headers)).toMatchObject({
        status: 500,
        body: { error: "Cron auth not configured" },
      });
  });
});

it("is described without what it does not accept: Basic credentials and limits", async () => {
  const { body } = await new ApiClient(app).get("/api/openapi.json");
  const paths = body["paths"] as unknown as Record<
    string,
    Record<string, { security: object[]; parameters?: object[] }>
  >;
  for (const method of ["get", "post"]) {
    expect(paths[PATH]?.[method]).toMatchObject({ security: [{ cronSecret: [] }] });
    expect(paths[PATH]?.[method]?.parameters ?? []).toEqual([]);
  }
});
