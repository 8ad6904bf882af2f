import { randomUUID } from "node:crypto";
import type { TestApp } from "../start-test-app";

const PRICE = 20;

/** Somebody who is no caller: administrators read about them, ban them and give credits back. */
export async function createManagedUser({ db }: TestApp, name: string) {
  const { id: userId } = await db.user.create({ data: { email: `${name}-subject-${randomUUID()}@example.com`, name } });
  const failed = await db.generationHistory.create({
    data: { userId, type: "image", prompt: name, status: "failed", creditsUsed: PRICE, metadata: "{}" },
  });
  const entry = { userId, reason: "test" };
  await db.creditLedger.create({ data: { ...entry, id: randomUUID(), delta: PRICE, balanceAfter: PRICE } });
  await db.creditLedger.create({
    data: { ...entry, id: randomUUID(), delta: -PRICE, balanceAfter: 0, paymentId: failed.id },
  });
  const metadata = { userId, key: "pack_200", kind: "one_time" };
  const payload = { id: `evt_${randomUUID()}`, eventType: "customer.noticed", object: { metadata, note: name } };
  const event = await db.webhookEvent.create({
    data: {
      provider: "creem",
      eventType: payload.eventType,
      payload: JSON.stringify(payload),
      userId,
      eventAt: new Date(),
    },
  });
  return { userId, failedId: failed.id, eventId: event.id, ...(await createRefundCase(db, userId)) };
}

/** A refunded payment of a yearly plan, with its paused instalments. */
async function createRefundCase(db: TestApp["db"], userId: string) {
  const [caseId, subscriptionId] = [`pay_${randomUUID()}`, `sub_${randomUUID()}`];
  const plan = { userId, planKey: "starter_yearly" };
  await db.subscription.create({
    data: {
      ...plan,
      ...{ id: subscriptionId, providerSubId: subscriptionId, provider: "creem", status: "active" },
      ...{ currentPeriodEnd: new Date(), statusEventAt: new Date() },
    },
  });
  await db.payment.create({
    data: {
      ...plan,
      ...{ id: caseId, providerPaymentId: caseId, provider: "creem", subscriptionId, type: "subscription" },
      ...{ amountCents: 29_000, creditsGranted: 1_000, status: "refunded", attention: "refunded" },
    },
  });
  const entry = { id: caseId, userId, paymentId: caseId, reason: "subscription_cycle" };
  await db.creditLedger.create({ data: { ...entry, delta: 1_000, balanceAfter: 1_000 } });
  await db.user.update({ where: { id: userId }, data: { credits: 1_000 } });
  const { id: scheduleId } = await db.subscriptionCreditSchedule.create({
    data: {
      ...plan,
      ...{ subscriptionId, paymentId: caseId, creditsPerGrant: 1_000, intervalMonths: 1, grantsRemaining: 11 },
      ...{
        totalCreditsRemaining: 11_000,
        nextGrantAt: new Date(Date.now() + 1e9),
        pausedAt: new Date(),
        pauseReason: "refund",
      },
    },
  });
  return { caseId, scheduleId };
}
