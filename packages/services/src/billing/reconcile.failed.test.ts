import { UpstreamError } from "@app/clients/http/upstream-error";
import pino from "pino";
import { expect, it, vi } from "vitest";
import { createFakePaymentProvider } from "../../test/fake-payment-provider";
import { createLostPurchase, createLostRenewal } from "../../test/lost-payments";
import { useTestContext, withClients } from "../../test/test-context";
import { askPatiently } from "./ask-provider";
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

it("waits for a provider that limits requests: another run would ask the same questions, and get no further", async () => {
  const payment = createFakePaymentProvider();
  await ctx.db.checkout.deleteMany();
  await ctx.db.subscription.updateMany({ data: { status: "canceled", statusEventAt: new Date(0) } });
  const paidAt = new Date("2026-04-10T12:00:00Z");
  await createLostRenewal(ctx, payment, { paidAt });
  await createLostRenewal(ctx, payment, { paidAt });
  let calls = 0;
  /** Accepts every third call. */
  const getSubscription = async (id: string) => {
    calls += 1;
    if (calls % 3 !== 0) throw new UpstreamError("The payment provider refused", { status: 429 });
    return payment.getSubscription(id);
  };
  const asking = withClients(ctx, { payment: { ...payment, getSubscription } });
  const since = new Date("2026-03-01T00:00:00Z");
  const result = await reconcileBilling(asking, since, askPatiently(ctx, [1, 1]));
  expect(result).toEqual({ checkouts: 0, subscriptions: 2, granted: 2, failed: 0 });
});

it("goes on without pauses once a provider has refused a question after all of them", async () => {
  const refused = () => Promise.reject(new UpstreamError("The payment provider refused", { status: 429 }));
  const ask = askPatiently(ctx, [1, 1]);
  const question = vi.fn(refused);
  await expect(ask(question)).rejects.toThrow("refused");
  expect(question).toHaveBeenCalledTimes(3);
  await expect(ask(question)).rejects.toThrow("refused");
  expect(question).toHaveBeenCalledTimes(4);
});
