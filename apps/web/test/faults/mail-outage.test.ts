import { faultScale, isLongRun } from "@app/sandbox/testing/fault-tests";
import { verifyLedger } from "@app/services/ledger/verify-ledger";
import { describe, expect, it } from "vitest";
import { useTestApp } from "../app";
import { createUser } from "../users";
import { purchaseEvent, sendWebhook } from "../webhooks";
import { runWaitingJobs, waitingJobs } from "./waiting-jobs";

const app = useTestApp({ mail: true });
const PAYMENTS = faultScale({ short: 10, long: 150 });
const TEST_MAX_MS = faultScale({ short: 60_000, long: 600_000 });
const OUTAGE_MS = 60 * 60 * 1000;
/** The queue waits longer after each attempt, so that an hour has far fewer than this many. */
const TRIES_MAX = 20;
const PAID_AT = new Date("2026-03-10T12:00:00.000Z");

async function buyPacks() {
  const events = await Promise.all(
    Array.from({ length: PAYMENTS }, async () => purchaseEvent({ userId: await createUser(app), key: "pack_200" })),
  );
  const deliverAll = async () => {
    for (const event of events) expect(await sendWebhook(app, event)).toMatchObject({ status: 200 });
  };
  await deliverAll();
  return { orderIds: events.map(({ object }) => object.order.id).sort(), deliverAll };
}

describe.runIf(isLongRun)("a mail server that is down for an hour", { timeout: TEST_MAX_MS }, () => {
  it("delays the confirmation of every payment, and neither loses nor repeats one", async () => {
    app.setNow(PAID_AT);
    app.sandbox.faults.set("mail", { kind: "refuse" });
    const { orderIds, deliverAll } = await buyPacks();
    let downMs = 0;
    let tries = 0;
    while (downMs < OUTAGE_MS && tries < TRIES_MAX) {
      downMs += await runWaitingJobs(app, "send-purchase-confirmation");
      tries += 1;
      app.setNow(new Date(PAID_AT.getTime() + downMs));
      if (tries === 2) await deliverAll();
    }
    expect(downMs).toBeGreaterThanOrEqual(OUTAGE_MS);
    expect(app.sandbox.mailbox.list()).toEqual([]);
    expect(await waitingJobs(app, "send-purchase-confirmation")).toHaveLength(PAYMENTS);
    expect(await app.db.payment.count({ where: { confirmationSentAt: null } })).toBe(PAYMENTS);

    app.sandbox.faults.clear();
    await runWaitingJobs(app, "send-purchase-confirmation");
    await deliverAll();
    expect(await waitingJobs(app, "send-purchase-confirmation")).toEqual([]);
    const mails = app.sandbox.mailbox.list();
    expect(mails.map(({ messageId }) => messageId).sort()).toEqual(orderIds.map((id) => `<purchase-${id}@genmint>`));
    const sent = await app.db.payment.findMany({ select: { confirmationSentAt: true } });
    for (const { confirmationSentAt } of sent)
      expect(confirmationSentAt?.getTime()).toBeGreaterThanOrEqual(PAID_AT.getTime() + OUTAGE_MS);
    expect((await verifyLedger(app.db)).differences).toEqual([]);
    const minutes = Math.round(downMs / 60_000);
    console.log(
      `fault: mail down for ${minutes} simulated minutes: ${PAYMENTS} payments, ${tries} tries each, ${mails.length} mails, 0 lost, 0 doubled`,
    );
  });
});
