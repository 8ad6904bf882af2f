import { beforeAll, describe, expect, it } from "vitest";
import { type SignedInUser, signedInUser } from "../../../test/api-client";
import { purchaseEvent, sendWebhook } from "../../../test/webhooks";
import { useWholeApp } from "../../../test/whole-app";

const app = useWholeApp();
const CANCEL = 'aria-label="Cancel Starter';

let user: SignedInUser;
beforeAll(async () => {
  user = await signedInUser(app);
  await sendWebhook(app, purchaseEvent({ userId: user.id, key: "starter_monthly" }));
});

async function pageWhen(status: string): Promise<string> {
  const currentPeriodEnd = new Date("2026-01-15T12:00:00.000Z");
  await app.db.subscription.updateMany({ where: { userId: user.id }, data: { status, currentPeriodEnd } });
  return (await user.client.fetch("/billing")).text();
}

/** Asserted as true or false: a whole page is too long to print when a test fails. */
const has = (html: string, text: string) => html.includes(text);

describe("200: a subscription whose period is over", () => {
  it.each([
    ["past_due", "Your last payment failed. Paid until"],
    ["unpaid", "Your last payment failed. Paid until"],
    ["expired", "Cancel it to make sure you aren’t charged again"],
  ])("is shown while it is %s, and can be canceled", async (status, text) => {
    const html = await pageWhen(status);
    expect([has(html, text), has(html, CANCEL)]).toEqual([true, true]);
  });

  it("is not shown once it is canceled", async () => {
    const html = await pageWhen("canceled");
    expect([has(html, "No plan yet."), has(html, CANCEL)]).toEqual([true, false]);
  });
});

it("200: a buyer who paid for two plans is told that both renew, once a change of plans would be done", async () => {
  const buyer = await signedInUser(app);
  for (const key of ["starter_monthly", "pro_monthly"] as const)
    await sendWebhook(app, purchaseEvent({ userId: buyer.id, key }));
  const isTold = async () =>
    has(await (await buyer.client.fetch("/billing")).text(), "More than one of your plans renews.");
  expect(await isTold()).toBe(false);
  const createdAt = new Date("2026-01-01T00:00:00.000Z");
  await app.db.subscription.updateMany({ where: { userId: buyer.id }, data: { createdAt } });
  expect(await isTold()).toBe(true);
});

describe("200: the credit history", () => {
  it("does not call credits that were taken back a refund, and leads to their payment", async () => {
    const buyer = await signedInUser(app);
    const order = purchaseEvent({ userId: buyer.id, key: "pack_200" });
    await sendWebhook(app, order);
    const paymentId = order.object.order.id;
    await app.db.payment.update({ where: { id: paymentId }, data: { status: "refunded", attention: "refunded" } });
    const admin = await signedInUser(app, { role: "admin" });
    expect((await admin.client.post("/api/trpc/admin.paymentCases.takeBack", { paymentId })).status).toBe(200);
    const html = await (await buyer.client.fetch("/billing?tab=activity")).text();
    expect([has(html, "Credits taken back"), has(html, ">Refund<")]).toEqual([true, false]);
    expect(html.split(`/billing/receipts/${paymentId}"`)).toHaveLength(3);
  });
});

it("200: a refund in part is shown with the payment, on its receipt and to administrators", async () => {
  const buyer = await signedInUser(app);
  const order = purchaseEvent({ userId: buyer.id, key: "pack_200" });
  await sendWebhook(app, order);
  const paymentId = order.object.order.id;
  await app.db.payment.update({ where: { id: paymentId }, data: { refundedCents: 150 } });
  const admin = await signedInUser(app, { role: "admin" });
  const pages = await Promise.all([
    buyer.client.fetch("/billing?tab=payments"),
    buyer.client.fetch(`/billing/receipts/${paymentId}`),
    admin.client.fetch(`/admin/payments?search=${paymentId}`),
  ]);
  const shown = await Promise.all(pages.map(async (page) => has(await page.text(), "$1.50 refunded")));
  expect(shown).toEqual([true, true, true]);
  expect(has(await (await buyer.client.fetch(`/billing/receipts/${paymentId}`)).text(), "-$1.50")).toBe(true);
});

describe("200: the offers", () => {
  it("are compared in the cycle that is shown, which is that of the plan at first", async () => {
    const { id, client } = await signedInUser(app);
    await sendWebhook(app, purchaseEvent({ userId: id, key: "starter_yearly" }));
    const pageAt = async (path: string) => (await client.fetch(path)).text();
    expect(has(await pageAt("/billing"), 'href="/pricing?cycle=yearly#compare"')).toBe(true);
    expect(has(await pageAt("/billing?cycle=monthly"), 'href="/pricing?cycle=monthly#compare"')).toBe(true);
  });
});
