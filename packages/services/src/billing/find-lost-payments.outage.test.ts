import { beforeEach, expect, it } from "vitest";
import { readJobs } from "../../test/database-state";
import { createFakePaymentProvider, type FakePaymentProvider } from "../../test/fake-payment-provider";
import { createLostPurchase } from "../../test/lost-payments";
import { deliver, publishedCheckout, publishedPaid, publishedSale } from "../../test/provider-events";
import { createUser, useTestContext } from "../../test/test-context";
import type { ServiceContext } from "../context";
import { findLostPayments } from "./find-lost-payments";

const ctx = useTestContext();
const SOLD_AT = new Date("2026-03-10T12:00:00.000Z");
const LAST_RUN = "2026-04-09T10:35:00.000Z";
const RUN_AFTER_OUTAGE = "2026-06-20T10:35:00.000Z";

let payment: FakePaymentProvider;
beforeEach(async () => {
  payment = createFakePaymentProvider();
  await ctx.db.subscription.updateMany({ data: { status: "canceled", statusEventAt: new Date(0) } });
  await ctx.db.checkout.deleteMany();
  await ctx.db.countedFigure.deleteMany();
});

async function asked(ts: string, finding: ServiceContext = ctx): Promise<unknown[]> {
  await ctx.db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
  await findLostPayments(finding, { _cron: { ts } });
  return (await readJobs(ctx)).map(({ key }) => key).toSorted();
}

/** A plan whose paid period ends on 10 April, and a checkout that was paid then. */
async function sellAndLose() {
  const sale = publishedSale({ userId: await createUser(ctx), key: "starter_monthly", paidAt: SOLD_AT });
  await deliver(ctx, publishedCheckout(sale));
  await deliver(ctx, publishedPaid(sale));
  const { id } = await createLostPurchase(ctx, payment, new Date("2026-04-10T12:00:00.000Z"));
  return [`reconcile-checkout:${id}`, `reconcile-subscription:${sale.subscriptionId}`];
}

it("asks after an outage of months about all that came of age in it, once", async () => {
  const lost = await sellAndLose();
  expect(await asked(LAST_RUN)).toEqual([]);
  expect(await asked(RUN_AFTER_OUTAGE)).toEqual(lost);
  // Runs of the last days that were missed.
  expect(await asked("2026-06-20T09:35:00.000Z")).toEqual([]);
  expect(await asked("2026-06-20T11:35:00.000Z")).toEqual([]);
});

it("asks about what came of age while the worker had no payment provider", async () => {
  const lost = await sellAndLose();
  const unconfigured = { ...ctx, config: { ...ctx.config, unconfigured: new Set(["payment"] as const) } };
  expect(await asked(LAST_RUN)).toEqual([]);
  expect(await asked("2026-06-20T09:35:00.000Z", unconfigured)).toEqual([]);
  expect(await asked(RUN_AFTER_OUTAGE)).toEqual(lost);
});
