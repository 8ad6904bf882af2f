import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createFakePaymentProvider, paidSubscription } from "../../test/fake-payment-provider";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { actAs, createUser, useTestContext, withClients } from "../../test/test-context";
import { openPortal } from "./open-portal";

const ctx = useTestContext();

async function subscriber(customer?: string | { id: string }) {
  const userId = await createUser(ctx);
  const subscriptionId = `sub_${randomUUID()}`;
  const event = purchaseEvent({ userId, key: "starter_monthly", subscriptionId });
  await deliver(ctx, { ...event, object: { ...event.object, ...(customer ? { customer } : {}) } });
  const payment = createFakePaymentProvider();
  return { userId, subscriptionId, payment, user: await actAs(withClients(ctx, { payment }), userId) };
}

describe("openPortal", () => {
  it.each(["cust_1", { id: "cust_1" }])("opens for the customer the events named as %j", async (customer) => {
    const { user, payment } = await subscriber(customer);
    expect(await openPortal(user)).toEqual({ url: "https://pay.test/portal/cust_1" });
    expect(payment.asked).toEqual([]);
  });

  it("asks the provider who a customer is that no event named, once", async () => {
    const { user, userId, subscriptionId, payment } = await subscriber();
    const bought = { userId, key: "starter_monthly", orderId: "o", subscriptionId, paidAt: ctx.now() } as const;
    payment.subscriptions.set(subscriptionId, { ...paidSubscription(bought), customer: { id: "cust_2" } });
    expect(await openPortal(user)).toEqual({ url: "https://pay.test/portal/cust_2" });
    expect(await openPortal(user)).toEqual({ url: "https://pay.test/portal/cust_2" });
    expect(payment.asked).toEqual([subscriptionId]);
  });

  it("is not there for someone who never subscribed", async () => {
    const user = await actAs(withClients(ctx, { payment: createFakePaymentProvider() }), await createUser(ctx));
    await expect(openPortal(user)).rejects.toMatchObject({ code: "not_found" });
  });

  it("says that the provider failed, without its words", async () => {
    const { user, payment } = await subscriber("cust_3");
    payment.unreachable.add("cust_3");
    await expect(openPortal(user)).rejects.toMatchObject({
      code: "upstream_failed",
      message: "Failed to open the billing portal",
    });
  });
});
