import type { CatalogueKey } from "@app/core/billing/catalogue";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useTestApp } from "../../../test/app";
import { readBillingState } from "../../../test/billing-state";
import { startTestWorker } from "../../../test/mail";
import { createUser } from "../../../test/users";
import { purchaseEvent, sendWebhook } from "../../../test/webhooks";

const app = useTestApp({ mail: true });
const RECEIVED = { status: 200, body: { received: true } };

let worker: Awaited<ReturnType<typeof startTestWorker>>;
beforeAll(async () => {
  worker = await startTestWorker(app);
});
afterAll(() => worker.stop());
beforeEach(() => {
  app.sandbox.faults.clear();
  app.sandbox.mailbox.clear();
});

async function buy(key: CatalogueKey) {
  const userId = await createUser(app);
  const { email } = await app.db.user.findUniqueOrThrow({ where: { id: userId } });
  const event = purchaseEvent({ userId, key });
  expect(await sendWebhook(app, event)).toMatchObject(RECEIVED);
  return { userId, email, event, orderId: event.object.order.id };
}

describe("200: the confirmation mail", () => {
  it.each<[CatalogueKey, string[]]>([
    ["pack_200", ["200 credits", "$5.00", "200", "One-time purchase"]],
    ["starter_monthly", ["Starter monthly", "$29.00", "1,000", "Subscription"]],
    [
      "pro_yearly",
      ["Pro yearly", "$990.00", "120,000 credits: 10,000 now, then 10,000 a month for 11 months", "Subscription"],
    ],
  ])("of %s names order, plan, amount in dollars, credits and type", async (key, [plan, amount, credits, type]) => {
    const { email, orderId } = await buy(key);
    const [mail] = await app.sandbox.mailbox.waitFor(1);
    expect(mail).toMatchObject({ to: [email] });
    const lines = [
      `Order: ${orderId}\n`,
      `Plan: ${plan}\n`,
      `Amount: ${amount}\n`,
      `Credits: ${credits}`,
      `Type: ${type}\n`,
    ];
    for (const line of lines) expect(mail?.text).toContain(line);
    for (const fact of [orderId, plan, amount, credits, type]) expect(mail?.html).toContain(fact);
  });

  it("is sent once, however often the event comes", async () => {
    const { event } = await buy("pack_200");
    await app.sandbox.mailbox.waitFor(1);
    await sendWebhook(app, event);
    const { orderId } = await buy("pack_200");
    const mails = await app.sandbox.mailbox.waitFor(2);
    expect(mails.map((mail) => mail.text.includes(orderId))).toEqual([true, false]);
  });

  it("does not change the response when it cannot be sent, and is sent later", async () => {
    app.sandbox.faults.queue("mail", { kind: "refuse" });
    const { userId, orderId } = await buy("pack_200");
    expect(await readBillingState(app, userId)).toMatchObject({ credits: 200 });
    const mails = await app.sandbox.mailbox.waitFor(1);
    expect(mails).toMatchObject([{ text: expect.stringContaining(orderId) }]);
  });
});
