import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DEMO_ACCOUNTS, demoAccountId } from "@app/db/cli/demo-accounts";
import { createTestDatabase, type TestDatabase } from "@app/db/testing/test-database";
import { openPaymentArchive } from "@app/sandbox/payments/payment-archive";
import { verifyLedger } from "@app/services/ledger/verify-ledger";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NAMES, STORIES } from "./cast";
import { DEMO_WORKS } from "./demo-files";
import { seedShop } from "./seed-shop";

const NOW = new Date("2026-11-25T10:30:00.000Z");
const STORAGE = "http://127.0.0.1:3001/storage/genmint";
const DEMO_CUSTOMER = demoAccountId("demo@genmint.test");

let database: TestDatabase;
let sandboxDir: string;
const seed = () => seedShop({ databaseUrl: database.url, sandboxDir, storageUrl: STORAGE, now: NOW });
const countRows = async () => ({
  users: await database.db.user.count(),
  entries: await database.db.creditLedger.count(),
  events: await database.db.webhookEvent.count(),
});

beforeAll(async () => {
  database = await createTestDatabase();
  sandboxDir = mkdtempSync(path.join(tmpdir(), "genmint-shop-"));
  await seed();
});
afterAll(async () => {
  rmSync(sandboxDir, { recursive: true, force: true });
  await database.drop();
});

test("every balance, payment, schedule and generation fits the ledger", async () => {
  const { differences, entries, payments } = await verifyLedger(database.db);
  expect(differences).toEqual([]);
  expect(entries).toBeGreaterThan(1_500);
  expect(payments).toBeGreaterThan(60);
});

test("there is a customer for each name, and none pays or works in the future", async () => {
  expect(STORIES).toHaveLength(NAMES.length);
  expect(await database.db.user.count()).toBe(NAMES.length + DEMO_ACCOUNTS.length);
  const latest = await database.db.creditLedger.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
  expect(latest.createdAt.getTime()).toBeLessThan(NOW.getTime() + 10 * 60 * 1000);
});

test("subscriptions and payments are in every state", async () => {
  const states = await database.db.subscription.groupBy({ by: ["status"], _count: true });
  expect(states.map(({ status }) => status).sort()).toEqual(
    ["active", "canceled", "expired", "past_due", "paused", "scheduled_cancel", "trialing", "unpaid"].sort(),
  );
  const payments = await database.db.payment.groupBy({ by: ["status"], _count: true });
  expect(payments.map(({ status }) => status).sort()).toEqual(["disputed", "refunded", "succeeded"]);
  expect(await database.db.payment.count({ where: { attention: { not: null } } })).toBeGreaterThanOrEqual(3);
  expect(await database.db.subscriptionCreditSchedule.count({ where: { pauseReason: "dispute" } })).toBe(1);
});

test("the demo customer has a library, chats, a balance and a yearly plan in the middle of its instalments", async () => {
  const user = await database.db.user.findUniqueOrThrow({
    where: { id: DEMO_CUSTOMER },
    include: { generations: true, chatSessions: { include: { messages: true } }, schedules: true },
  });
  const finished = user.generations.filter(({ status }) => status === "completed");
  expect(finished.filter(({ type }) => type === "image").length).toBeGreaterThanOrEqual(12);
  expect(finished.filter(({ type }) => type === "video").length).toBeGreaterThanOrEqual(2);
  expect(finished.every(({ resultUrl }) => resultUrl?.startsWith(STORAGE))).toBe(true);
  expect(user.chatSessions.length).toBeGreaterThanOrEqual(4);
  for (const { messages, totalMessages } of user.chatSessions) expect(messages).toHaveLength(totalMessages);
  expect(user).toMatchObject({ planKey: "starter_yearly" });
  expect(user.credits).toBeGreaterThan(1_000);
  expect(user.schedules).toMatchObject([{ grantsRemaining: 8, creditsPerGrant: 1_000, pausedAt: null }]);
});

test("the sandbox knows the subscriptions and has the files", async () => {
  const { state } = await openPaymentArchive(path.join(sandboxDir, "payments.bin"));
  const subscriptions = await database.db.subscription.findMany();
  expect(subscriptions.filter(({ id }) => !state.subscriptions.has(id))).toEqual([]);
  const files = readdirSync(path.join(sandboxDir, "storage"));
  expect(files).toHaveLength(DEMO_WORKS.images.length + DEMO_WORKS.videos.length);
});

test("stored files are found when the sandbox has another port", async () => {
  const moved = "http://127.0.0.1:4001/storage/genmint";
  const countAt = (storageUrl: string) =>
    database.db.generationHistory.count({ where: { resultUrl: { startsWith: `${storageUrl}/` } } });
  const files = await countAt(STORAGE);
  expect(files).toBeGreaterThan(100);
  await seedShop({ databaseUrl: database.url, sandboxDir, storageUrl: moved, now: NOW });
  expect([await countAt(STORAGE), await countAt(moved)]).toEqual([0, files]);
  await seed();
  expect(await countAt(STORAGE)).toBe(files);
});

test("no job is left, and a shop with payments is not seeded again", async () => {
  expect(await database.db.$queryRaw`SELECT count(*)::int AS jobs FROM graphile_worker.jobs`).toEqual([{ jobs: 0 }]);
  const before = await countRows();
  await seed();
  expect(await countRows()).toEqual(before);
});
