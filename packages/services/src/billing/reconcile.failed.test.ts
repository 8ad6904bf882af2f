import pino from "pino";
import { expect, it } from "vitest";
import { createFakePaymentProvider } from "../../test/fake-payment-provider";
import { createLostPurchase, createLostRenewal } from "../../test/lost-payments";
import { useTestContext, withClients } from "../../test/test-context";
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
