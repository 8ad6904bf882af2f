import pino from "pino";
import { expect, it } from "vitest";
import { createFakePaymentProvider } from "../../test/fake-payment-provider";
import { createLostPurchase, createLostRenewal } from "../../test/lost-payments";
import { useTestContext, withClients } from "../../test/test-context";
import { askAboutSubscription } from "./find-lost-payments";
import { reconcileBilling } from "./reconcile";

const ctx = useTestContext();

it("names each checkout and subscription that could not be reconciled, so that an operator can look it up", async () => {
  const payment = createFakePaymentProvider();
  const { id: checkoutId } = await createLostPurchase(ctx, payment);
  const { subscriptionId, object } = await createLostRenewal(ctx, payment, {
    paidAt: new Date("2026-04-10T12:00:00Z"),
  });
  payment.unreachable.add(checkoutId);
  payment.subscriptions.set(subscriptionId, { ...object, last_transaction_id: 7 });
  const lines: string[] = [];
  const logged = { ...ctx, log: pino({}, { write: (line) => void lines.push(line) }) };
  const { failed } = await reconcileBilling(withClients(logged, { payment }), new Date("2026-03-01T00:00:00Z"));
  expect(failed).toBe(2);
  expect(lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "could not be reconciled")).toMatchObject([
    { checkoutId },
    { subscriptionId },
  ]);
});

it("counts a subscription that the provider does not know as failed: the key may be that of another account", async () => {
  const payment = createFakePaymentProvider();
  await ctx.db.checkout.deleteMany();
  await ctx.db.subscription.updateMany({ data: { status: "canceled", statusEventAt: new Date(0) } });
  const { subscriptionId } = await createLostRenewal(ctx, payment, { paidAt: new Date("2026-04-10T12:00:00Z") });
  payment.subscriptions.clear();
  const lines: string[] = [];
  const asking = { ...withClients(ctx, { payment }), log: pino({}, { write: (line) => void lines.push(line) }) };
  const since = new Date("2026-03-01T00:00:00Z");
  expect(await reconcileBilling(asking, since)).toEqual({ checkouts: 0, subscriptions: 1, granted: 0, failed: 1 });
  expect(lines.join()).toContain(subscriptionId);
  // The worker asks once: it would get the same response again.
  await askAboutSubscription(asking, { subscriptionId });
});
