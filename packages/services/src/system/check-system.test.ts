import { UpstreamError } from "@app/clients/http/upstream-error";
import type { ObjectStorage } from "@app/clients/storage/object-storage";
import { CATALOGUE } from "@app/core/billing/catalogue";
import { closeDb, createDb, Prisma } from "@app/db/client/db";
import { createTestDatabase } from "@app/db/testing/test-database";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createFakePaymentProvider } from "../../test/fake-payment-provider";
import { createUser, useTestContext, withClients } from "../../test/test-context";
import type { Clients, ServiceConfig, ServiceContext } from "../context";
import { runMaintenance } from "../maintenance";
import { ServiceClock } from "../platform/database-clock";
import { queueJob } from "../platform/job-queue";
import { sealSecret } from "../platform/sealed-secrets";
import { grantInstalments } from "../schedule/run-due-grants";
import { correctClock } from "./check-clock";
import { type CheckArea, checkSystem } from "./check-system";

const ctx = useTestContext();
// The clock is compared with the database's.
beforeEach(() => ctx.setNow(new Date()));
const NEVER = new Date("2999-01-01");
const FILES = "https://files.example";

/** A storage that holds one file. `read` is what its public address returns. */
function storageOf(
  read: (stored: Uint8Array) => Uint8Array,
): Pick<Clients, "storage" | "results"> & { files: Map<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>();
  const storage: ObjectStorage = {
    put: async ({ key, body }) => {
      files.set(`${FILES}/${key}`, body);
      return `${FILES}/${key}`;
    },
    removeFolder: async () => files.clear(),
  };
  const refuse = async () => Promise.reject(new Error("not used"));
  const results = {
    fetchResult: async (url: string) => ({ body: read(files.get(url) as Uint8Array), contentType: "text/plain" }),
    fetchStart: refuse,
    openResult: refuse,
  };
  return { files, storage, results };
}

const product = (key: string) => {
  const item = CATALOGUE.find((candidate) => candidate.key === key);
  const billing =
    item?.kind === "subscription"
      ? { billing_type: "recurring", billing_period: `every-${item.cycle}` }
      : { billing_type: "onetime" };
  return { price: item?.priceCents, currency: "USD", status: "active", ...billing };
};

function working(): ServiceContext {
  return withClients<ServiceContext>(ctx, {
    ...storageOf((stored) => stored),
    payment: { ...createFakePaymentProvider(), getProduct: async (id) => product(id) },
    models: { check: async () => "available" },
    mailServer: { verify: async () => undefined },
  });
}

async function resultsOf(context: ServiceContext, area: CheckArea) {
  const results = await checkSystem(context);
  return results.filter((result) => result.area === area).map(({ status, message }) => ({ status, message }));
}

const configured = (context: ServiceContext, config: Partial<ServiceConfig>) => ({
  ...context,
  config: { ...context.config, ...config },
});

/** The tests' own server is fast, and loses what it has not written yet when it fails. */
const NOT_DURABLE = { area: "database", status: "warning", message: expect.stringMatching(/^fsync .* is off/) };

describe("checkSystem", () => {
  it("reports every area, and nothing but the tests' database, jobs and instalments of a service whose worker has not run yet", async () => {
    const results = await checkSystem(working());
    expect(results.filter(({ status }) => status !== "ok")).toEqual([
      NOT_DURABLE,
      { area: "jobs", status: "error", message: expect.stringContaining("No worker has run yet") },
      { area: "instalments", status: "warning", message: "Never granted yet, 0 due: does your scheduler run?" },
    ]);
    await runMaintenance(ctx);
    await grantInstalments(ctx);
    expect((await checkSystem(working())).filter(({ status }) => status !== "ok")).toEqual([NOT_DURABLE]);
  });

  it("names a clock that differs from the database's, which makes every job late", async () => {
    const now = () => new Date(Date.now() + 10 * 60_000);
    expect(await resultsOf({ ...working(), now }, "database")).toContainEqual({
      status: "error",
      message: expect.stringMatching(/^This machine's clock is (?:599|600|601) seconds ahead of the database's/),
    });
  });

  it("names the machine's clock in a service that has corrected its own", async () => {
    const clock = new ServiceClock();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 10 * 60_000 });
    await correctClock(ctx, clock);
    const findings = await resultsOf({ ...working(), now: clock.now }, "database");
    vi.useRealTimers();
    expect(findings).toContainEqual({
      status: "error",
      message: expect.stringMatching(/^This machine's clock is (?:599|600|601) seconds behind the database's/),
    });
  });

  it("sets a wrong clock by the database's when a process starts, logs it once, and goes on without a database", async () => {
    let aheadMs = 0;
    const clock = new ServiceClock(() => new Date(Date.now() + aheadMs));
    const lines: unknown[][] = [];
    const log = {
      ...ctx.log,
      error: (...line: unknown[]) => lines.push(line),
      warn: (...line: unknown[]) => lines.push(line),
    };
    await correctClock({ ...ctx, log }, clock);
    expect([lines, clock.aheadMs]).toEqual([[], 0]);
    aheadMs = -10 * 60_000;
    for (let run = 0; run < 2; run += 1) await correctClock({ ...ctx, log }, clock);
    expect(lines).toEqual([[expect.stringMatching(/^This machine's clock is .+ seconds behind the database's/)]]);
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(5_000);
    const unreachable = createDb("postgresql://nobody@127.0.0.1:1/none");
    await correctClock({ ...ctx, log, db: unreachable }, clock);
    await closeDb(unreachable);
    expect(lines[1]).toEqual([{ err: expect.any(Error) }, "the clock could not be compared with the database's"]);
    // NTP has set the machine's clock in the meantime.
    aheadMs = 0;
    await correctClock({ ...ctx, log }, clock);
    expect(clock.aheadMs).toBe(0);
  });

  it("names a database that refuses everything that is written, as some hosts do when its disk is full", async () => {
    const database = await createTestDatabase();
    const before = createDb(database.url);
    await before.$executeRawUnsafe(
      `ALTER DATABASE "${new URL(database.url).pathname.slice(1)}" SET default_transaction_read_only = on`,
    );
    await closeDb(before);
    const db = createDb(database.url);
    expect(await resultsOf({ ...working(), db, replica: db }, "database")).toContainEqual({
      status: "error",
      message: "The database is read-only: nothing can be written",
    });
    await closeDb(db);
    await database.drop();
  });

  it("names a replica that does not respond, or is none", async () => {
    const unreachable = createDb("postgresql://nobody@127.0.0.1:1/none");
    expect(await resultsOf({ ...working(), replica: unreachable }, "database")).toEqual([
      expect.objectContaining({ status: "warning" }),
      {
        status: "error",
        message: expect.stringMatching(/^DATABASE_READ_URL: .*Can't reach database server at 127\.0\.0\.1:1/),
      },
    ]);
    const database = await createTestDatabase();
    const primary = createDb(database.url);
    expect(await resultsOf({ ...working(), replica: primary }, "database")).toEqual([
      expect.objectContaining({ status: "warning" }),
      { status: "warning", message: "DATABASE_READ_URL: leads to a server that is no replica" },
    ]);
    await Promise.all([closeDb(unreachable), closeDb(primary)]);
    await database.drop();
  });

  it("says when a stored secret cannot be decrypted, because AUTH_SECRET was replaced without its previous value", async () => {
    const userId = await createUser(ctx);
    const sealedSecret = sealSecret(ctx.config.authSecrets, { purpose: "second factor", rowId: userId }, "secret");
    await ctx.db.secondFactor.create({ data: { userId, sealedSecret } });
    expect(await resultsOf(working(), "database")).not.toContainEqual(expect.objectContaining({ status: "error" }));
    const replaced = configured(working(), { authSecrets: ["another secret of the service"] });
    expect(await resultsOf(replaced, "database")).toContainEqual({
      status: "error",
      message: expect.stringMatching(/^Neither AUTH_SECRET nor AUTH_SECRET_PREVIOUS decrypts/),
    });
  });

  it("says so too when the first administrator has a new secret already, and another one does not", async () => {
    await ctx.db.secondFactor.deleteMany();
    const [first = "", other = ""] = [await createUser(ctx), await createUser(ctx)].sort();
    const replaced = configured(working(), { authSecrets: ["another secret of the service"] });
    for (const [userId, { config }] of [
      [first, replaced],
      [other, ctx],
    ] as const) {
      const sealedSecret = sealSecret(config.authSecrets, { purpose: "second factor", rowId: userId }, "secret");
      await ctx.db.secondFactor.create({ data: { userId, sealedSecret } });
    }
    expect(await resultsOf(replaced, "database")).toContainEqual(expect.objectContaining({ status: "error" }));
  });

  it("names problems of the configuration by their variables", async () => {
    const configurationProblems = [{ variables: ["APP_URL"], message: "Not https", severity: "error" }] as const;
    expect(await resultsOf(configured(working(), { configurationProblems }), "configuration")).toEqual([
      { status: "error", message: "Not https [APP_URL]" },
    ]);
  });

  it("does not call what is not configured", async () => {
    const unconfigured = new Set(["chat", "image", "video", "payment"] as const);
    const bare = withClients<ServiceContext>(ctx, { storage: null, mailServer: null });
    const results = await checkSystem(configured(bare, { unconfigured }));
    expect(results.filter(({ status }) => status === "off").map(({ area }) => area)).toEqual([
      "payments",
      "chat",
      "image",
      "video",
      "storage",
      "mail",
    ]);
  });

  it("compares each product with the plan it is sold as", async () => {
    const payment = {
      ...createFakePaymentProvider(),
      getProduct: async (id: string) => (id === "pack_200" ? null : { ...product(id), price: 100 }),
    };
    const [first, ...others] = await resultsOf(withClients(working(), { payment }), "payments");
    expect(first).toEqual({ status: "error", message: "starter_monthly costs 1.00 there and 29.00 here" });
    expect(others.at(-1)?.message).toBe('pack_200 does not exist at the provider: "pack_200"');
    expect(others).toHaveLength(CATALOGUE.length - 1);
  });

  it("reports the reason of a failure, without our secrets", async () => {
    const cause = new Error("key sk-secret is not valid");
    const models = { check: () => Promise.reject(new UpstreamError("The API key is refused", { status: 401, cause })) };
    const context = {
      ...withClients(working(), { models }),
      redactSecrets: (text: string) => text.replace("sk-secret", "***"),
    };
    expect(await resultsOf(context, "chat")).toEqual([
      { status: "error", message: "The API key is refused (401): key *** is not valid" },
    ]);
  });

  it("says when a model is not at its backend", async () => {
    const models = { check: async () => "missing" as const };
    expect(await resultsOf(withClients(working(), { models }), "video")).toMatchObject([{ status: "error" }]);
  });

  it("deletes the probe of a storage whose public address returns something else", async () => {
    const clients = storageOf(() => Buffer.from("<html>"));
    expect(await resultsOf(withClients(working(), clients), "storage")).toMatchObject([
      { status: "error", message: expect.stringContaining("returns other files") },
    ]);
    expect(clients.files.size).toBe(0);
  });

  it("says when checkouts happen and no webhook comes", async () => {
    expect(await resultsOf(working(), "webhooks")).toEqual([{ status: "ok", message: "None has come yet" }]);
    const userId = await createUser(ctx);
    await ctx.db.checkout.create({ data: { id: "ch_1", userId, key: "pack_200", createdAt: ctx.now() } });
    expect(await resultsOf(working(), "webhooks")).toMatchObject([{ status: "error" }]);
    await ctx.db.webhookEvent.create({
      data: { provider: "creem", eventType: "x", payload: "{}", eventAt: ctx.now(), receivedAt: ctx.now() },
    });
    expect(await resultsOf(working(), "webhooks")).toMatchObject([{ status: "ok" }]);
  });

  it("says when the worker stopped", async () => {
    await runMaintenance(ctx);
    const later = new Date(ctx.now().getTime() + 6 * 60_000);
    expect(await resultsOf({ ...working(), now: () => later }, "jobs")).toMatchObject([{ status: "error" }]);
  });

  it("tells jobs that are tried again from those that had all of their attempts", async () => {
    const failed = Prisma.sql`UPDATE graphile_worker._private_jobs SET last_error = 'refused'`;
    await queueJob(ctx.db, "end-subscription", { subscriptionId: "sub_1" }, { key: "given up" });
    await ctx.db.$executeRaw`${failed}, attempts = max_attempts`;
    await queueJob(ctx.db, "end-subscription", { subscriptionId: "sub_2" }, { key: "failing", runAt: NEVER });
    await ctx.db.$executeRaw`${failed}`;
    expect(await resultsOf(working(), "jobs")).toEqual([
      { status: "warning", message: "1 jobs failed and are retried" },
      { status: "warning", message: "1 jobs failed and were given up" },
    ]);
    await ctx.db.$executeRaw`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs`;
  });

  it("names a maintenance task that no worker runs", async () => {
    await ctx.db.countedFigure.deleteMany();
    await runMaintenance(ctx);
    await ctx.db.countedFigure.deleteMany({ where: { name: "lastTask:rollUpDays" } });
    const message = expect.stringMatching(/^The maintenance task rollUpDays has not succeeded yet: /);
    expect(await resultsOf(working(), "jobs")).toEqual([{ status: "error", message }]);
  });
});
