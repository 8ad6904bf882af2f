import { randomUUID } from "node:crypto";
import type { Mail } from "@app/clients/mail/mailer";
import type { CatalogueKey } from "@app/core/billing/catalogue";
import { beforeEach, describe, expect, it } from "vitest";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { createUser, useTestContext, withClients } from "../../test/test-context";
import { sendPurchaseConfirmation } from "./purchase-confirmation-mail";

const ctx = useTestContext();
let mails: Mail[] = [];
let isDown = false;
const mailer = {
  send: async (mail: Mail) => {
    if (isDown) throw new Error("The mail server is down");
    mails.push(mail);
  },
};

beforeEach(() => {
  mails = [];
  isDown = false;
});

async function buy(key: CatalogueKey): Promise<{ paymentId: string; userId: string }> {
  const userId = await createUser(ctx);
  const event = purchaseEvent({ userId, key, subscriptionId: `sub_${randomUUID()}` });
  await deliver(ctx, event);
  return { paymentId: event.object.order.id, userId };
}

const sentAt = async (id: string) => (await ctx.db.payment.findUniqueOrThrow({ where: { id } })).confirmationSentAt;
const send = (paymentId: string) => sendPurchaseConfirmation(withClients(ctx, { mailer }), { paymentId });

describe("sendPurchaseConfirmation", () => {
  it.each([
    ["pack_200", "200", "One-time purchase"],
    ["pro_yearly", "120,000 credits: 10,000 now, then 10,000 a month for 11 months", "Subscription"],
  ] as const)("tells the buyer of %s what was bought", async (key, credits, type) => {
    const { paymentId, userId } = await buy(key);
    await send(paymentId);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: `${userId}@example.com`, messageId: `purchase-${paymentId}@genmint` });
    for (const fact of [`Order: ${paymentId}`, "Amount: $5.00", `Credits: ${credits}`, `Type: ${type}`])
      expect(mails[0]?.text).toContain(fact);
  });

  it("says what was paid in all, the tax in it, the period and the seller, in the buyer's language", async () => {
    const { paymentId, userId } = await buy("starter_yearly");
    await ctx.db.payment.update({ where: { id: paymentId }, data: { paidCents: 35_090, taxCents: 6_090 } });
    const seller = { name: "Genmint Ltd", address: "1 Mint Street, Dublin", taxId: "IE123" };
    const selling = withClients({ ...ctx, config: { ...ctx.config, seller } }, { mailer });
    await sendPurchaseConfirmation(selling, { paymentId });
    for (const fact of [
      "Amount: $350.90",
      "Tax included: $60.90",
      "Period: Mar 10, 2026 – Mar 10, 2027",
      "Sold by: Genmint Ltd, 1 Mint Street, Dublin, IE123",
      `http://localhost:3000/billing/receipts/${paymentId}`,
    ])
      expect(mails[0]?.text).toContain(fact);
    await ctx.db.payment.update({ where: { id: paymentId }, data: { confirmationSentAt: null } });
    await ctx.db.user.update({ where: { id: userId }, data: { locale: "zh" } });
    await sendPurchaseConfirmation(selling, { paymentId });
    expect(mails[1]?.text).toContain("积分: 共 12,000 积分，立即到账 1,000，之后每月 1,000，共 11 次");
  });

  it("sends nothing a second time", async () => {
    const { paymentId } = await buy("pack_200");
    await send(paymentId);
    await send(paymentId);
    expect(mails).toHaveLength(1);
    expect(await sentAt(paymentId)).toEqual(ctx.now());
  });

  it("rejects and notes nothing while the mail server is down, and sends later", async () => {
    const { paymentId } = await buy("pack_200");
    isDown = true;
    await expect(send(paymentId)).rejects.toThrow("The mail server is down");
    expect(await sentAt(paymentId)).toBeNull();
    isDown = false;
    await send(paymentId);
    expect(mails).toHaveLength(1);
  });

  it("lets go of a payment that is not there", async () => {
    await send("no such payment");
    expect(mails).toEqual([]);
  });
});
