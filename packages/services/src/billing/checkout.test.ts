import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createFakePaymentProvider, paidCheckout } from "../../test/fake-payment-provider";
import { actAs, createUser, useTestContext, withClients } from "../../test/test-context";
import { confirmCheckout } from "./checkout";

const ctx = useTestContext();

async function paidOnceMore() {
  const userId = await createUser(ctx);
  const checkoutId = `ch_${randomUUID()}`;
  await ctx.db.checkout.create({ data: { id: checkoutId, userId, key: "pack_200" } });
  const payment = createFakePaymentProvider();
  const orderId = `ord_${randomUUID()}`;
  payment.checkouts.set(checkoutId, paidCheckout({ userId, key: "pack_200", orderId, paidAt: ctx.now() }));
  return { userId, checkoutId, payment, played: withClients(ctx, { payment }) };
}

const creditsOf = async (userId: string) => (await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })).credits;

describe("confirmCheckout", () => {
  it("brings the buyer's credits before the webhook does, and asks no more after that", async () => {
    const { userId, checkoutId, payment, played } = await paidOnceMore();
    const buyer = await actAs(played, userId);
    expect(await confirmCheckout(buyer, { checkoutId })).toEqual({ isPaid: true, granted: true });
    expect(await confirmCheckout(buyer, { checkoutId })).toEqual({ isPaid: true, granted: false });
    expect(payment.asked).toEqual([checkoutId]);
    expect(await creditsOf(userId)).toBe(200);
  });

  it("tells nobody but the buyer, and does not ask the provider for others", async () => {
    const { userId, checkoutId, payment, played } = await paidOnceMore();
    const stranger = await actAs(played, await createUser(ctx));
    await expect(confirmCheckout(stranger, { checkoutId })).rejects.toMatchObject({ code: "not_found" });
    await expect(confirmCheckout(stranger, { checkoutId: "none" })).rejects.toMatchObject({ code: "not_found" });
    expect(payment.asked).toEqual([]);
    expect(await creditsOf(userId)).toBe(0);
  });

  it("says that the provider failed, without its words", async () => {
    const { userId, checkoutId, payment, played } = await paidOnceMore();
    payment.unreachable.add(checkoutId);
    const confirming = confirmCheckout(await actAs(played, userId), { checkoutId });
    await expect(confirming).rejects.toMatchObject({ code: "upstream_failed", message: "Failed to confirm checkout" });
  });
});
