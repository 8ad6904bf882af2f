import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serialize } from "node:v8";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sampleSubscription } from "../testing/sample-purchase";
import { openPaymentArchive } from "./payment-archive";
import { createPaymentState, recordsOfSubscription, storeRecords } from "./payment-state";

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "payments-"));
  file = join(folder, "deep", "payments.bin");
});
afterEach(() => rm(folder, { recursive: true }));

const RECORDS = sampleSubscription({
  paidAt: new Date("2026-01-31T10:00:00Z"),
  metadata: { userId: "user-1" },
  product: { name: "Plan", priceCents: 100, kind: "subscription" },
});

it("restores the saved state, including dates", async () => {
  const { state, save } = await openPaymentArchive(file);
  storeRecords(state, RECORDS);
  await Promise.all([save(), save()]);
  const reopened = await openPaymentArchive(file);
  expect(recordsOfSubscription(reopened.state, RECORDS.subscription.id)).toEqual(RECORDS);
});

it("reads files of the version without partial refunds and units", async () => {
  const { refundedCents: _refunded, currency: _currency, ...oldTransaction } = RECORDS.transaction;
  const { units: _units, ...oldSubscription } = RECORDS.subscription;
  const { products: _products, retries: _retries, events: _events, ...saved } = createPaymentState();
  storeRecords({ ...createPaymentState(), ...saved }, RECORDS);
  const old = [
    "payments-1",
    {
      ...saved,
      transactions: new Map([[oldTransaction.id, oldTransaction]]),
      subscriptions: new Map([[oldSubscription.id, oldSubscription]]),
    },
  ];
  await mkdir(join(folder, "deep"));
  await writeFile(file, serialize(old));
  const { state } = await openPaymentArchive(file);
  expect(recordsOfSubscription(state, RECORDS.subscription.id)).toEqual(RECORDS);
});

it("counts unfinished deliveries as failed", async () => {
  const { state, save } = await openPaymentArchive(file);
  const delivery = { id: "whd_1", eventType: "x", body: "{}", attempts: [] };
  state.deliveries.set("whd_1", { ...delivery, state: "pending" });
  await save();
  const reopened = await openPaymentArchive(file);
  expect(reopened.state.deliveries.get("whd_1")).toEqual({ ...delivery, state: "failed" });
});

it("starts empty if the file is damaged", async () => {
  await (await openPaymentArchive(file)).save();
  await writeFile(file, "not what was saved");
  expect((await openPaymentArchive(file)).state.checkouts.size).toBe(0);
});
