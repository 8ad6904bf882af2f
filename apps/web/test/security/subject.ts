import { randomUUID } from "node:crypto";
import type { TestApp } from "../start-test-app";

const PRICE = 20;

/** Somebody who is no caller: administrators read about them, ban them and give credits back. */
export async function createSubject({ db }: TestApp, name: string) {
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
  return { userId, failedId: failed.id, eventId: event.id };
}
