import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { deliver, publishedCheckout, publishedPaid, publishedSale } from "../../test/provider-events";
import { actAs, createUser, useTestContext, withClients } from "../../test/test-context";
import { getDashboard } from "../account/dashboard";
import { sendCancellation } from "../billing/cancellation-mail";
import { getBilling } from "../billing/get-billing";
import { expireSubscriptions } from "../billing/subscriptions";
import { readBusinessFigures } from "../statistics/business-figures";
import { changeSubscription } from "./subscriptions";

const ctx = useTestContext();
const PAID_AT = new Date("2026-03-01T12:00:00.000Z");
const RENEWED_AT = new Date("2026-04-01T12:00:05.000Z");

it.each([
  ["another", "starter_monthly", "pro_monthly", 1_000, 2_900],
  ["a smaller one", "pro_monthly", "starter_monthly", 10_000, 9_900],
] as const)(
  "a customer who pays for a plan and is given %s is told what the next payment costs and brings",
  async (_, bought, given, credits, mrrCents) => {
    const before = await readBusinessFigures(ctx);
    const userId = await createUser(ctx);
    const sale = publishedSale({ userId, key: bought, paidAt: PAID_AT });
    ctx.setNow(PAID_AT);
    for (const event of [publishedCheckout(sale), publishedPaid(sale)]) await deliver(ctx, event);
    const admin = await actAs(ctx, await createUser(ctx));
    await changeSubscription(admin, { userId, planKey: given, action: "upgrade" });
    const customer = await actAs(ctx, userId);
    const { subscription, nextGrant } = await getDashboard(customer);
    expect(subscription).toMatchObject({ planKey: given });
    expect(nextGrant).toMatchObject({ source: "renewal", credits });
    const { subscriptions } = await getBilling(customer);
    expect(subscriptions).toMatchObject([{ planKey: given, chargedPlanKey: bought }]);
    expect((await readBusinessFigures(ctx)).mrrCents - before.mrrCents).toBe(mrrCents);

    ctx.setNow(RENEWED_AT);
    // The provider may omit the metadata.
    const renewal = publishedPaid(sale, { cycle: 1 });
    await deliver(ctx, { ...renewal, object: { ...renewal.object, metadata: {} } });
    const renewed = await actAs(ctx, userId);
    expect(renewed.actor).toMatchObject({ planKey: bought, credits: 2 * credits });
    expect(await ctx.db.payment.count({ where: { userId, attention: { not: null } } })).toBe(0);
    expect((await getBilling(renewed)).subscriptions).toMatchObject([{ planKey: bought, chargedPlanKey: bought }]);
  },
);

it("a renewal from before a plan was given, whose event comes late, is granted and does not end that plan", async () => {
  const userId = await createUser(ctx);
  const sale = publishedSale({ userId, key: "starter_monthly", paidAt: PAID_AT });
  ctx.setNow(PAID_AT);
  for (const event of [publishedCheckout(sale), publishedPaid(sale)]) await deliver(ctx, event);
  const admin = await actAs(ctx, await createUser(ctx));
  ctx.setNow(new Date(RENEWED_AT.getTime() + 3_600_000));
  await changeSubscription(admin, { userId, planKey: "pro_monthly", action: "upgrade" });
  await deliver(ctx, publishedPaid(sale, { cycle: 1 }));
  expect((await actAs(ctx, userId)).actor).toMatchObject({ planKey: "pro_monthly", credits: 2_000 });
  ctx.setNow(new Date("2026-05-01T13:00:00.000Z"));
  await deliver(ctx, publishedPaid(sale, { cycle: 2 }));
  expect((await actAs(ctx, userId)).actor).toMatchObject({ planKey: "starter_monthly", credits: 3_000 });
});

it.each([
  ["is given a yearly plan", "starter_monthly", {}, {}],
  ["tries a yearly plan", "pro_yearly", { amount: 0 }, { status: "trialing" }],
] as const)("a customer who %s sees no instalments where there are none", async (_, bought, order, subscription) => {
  const userId = await createUser(ctx);
  const sale = publishedSale({ userId, key: bought, paidAt: PAID_AT });
  ctx.setNow(PAID_AT);
  const current_period_end_date = RENEWED_AT.toISOString();
  await deliver(ctx, publishedCheckout(sale, { order, subscription: { ...subscription, current_period_end_date } }));
  const admin = await actAs(ctx, await createUser(ctx));
  await changeSubscription(admin, { userId, planKey: "pro_yearly", action: "upgrade" });
  const { subscriptions, instalmentPlans } = await getBilling(await actAs(ctx, userId));
  expect(subscriptions).toMatchObject([{ planKey: "pro_yearly", currentPeriodEnd: RENEWED_AT }]);
  expect(instalmentPlans).toEqual([]);
});

it("the recurring revenue counts the plan of the newest period, also once the payment of an earlier one arrives late", async () => {
  const before = await readBusinessFigures(ctx);
  const userId = await createUser(ctx);
  const sale = publishedSale({ userId, key: "starter_monthly", paidAt: PAID_AT });
  const changed = { ...sale, key: "pro_monthly", paidAt: new Date("2026-03-11T12:00:00.000Z") } as const;
  ctx.setNow(changed.paidAt);
  await deliver(ctx, publishedPaid(changed, { transactionId: `tran_${sale.orderId}_change` }));
  ctx.setNow(new Date("2026-03-12T12:00:00.000Z"));
  await deliver(ctx, publishedPaid(sale));
  expect((await getBilling(await actAs(ctx, userId))).subscriptions).toMatchObject([{ chargedPlanKey: "pro_monthly" }]);
  expect((await readBusinessFigures(ctx)).mrrCents - before.mrrCents).toBe(9_900);
});

it("a yearly plan that is changed to a monthly one, here by an administrator and then at the provider, renews a month later", async () => {
  const userId = await createUser(ctx);
  const sale = publishedSale({ userId, key: "pro_yearly", paidAt: PAID_AT });
  ctx.setNow(PAID_AT);
  for (const event of [publishedCheckout(sale), publishedPaid(sale)]) await deliver(ctx, event);
  const admin = await actAs(ctx, await createUser(ctx));
  await changeSubscription(admin, { userId, planKey: "pro_monthly", action: "downgrade" });
  const change = {
    ...sale,
    key: "pro_monthly",
    paidAt: new Date("2026-03-02T12:00:00.000Z"),
    orderId: "ord_changed",
  } as const;
  ctx.setNow(change.paidAt);
  await deliver(ctx, publishedPaid(change));
  const currentPeriodEnd = new Date("2026-04-02T12:00:01.428Z");
  expect((await getBilling(await actAs(ctx, userId))).subscriptions).toMatchObject([
    { planKey: "pro_monthly", chargedPlanKey: "pro_monthly", currentPeriodEnd },
  ]);
});

describe("how long a given plan lasts", () => {
  const GIVEN_AT = new Date("2026-04-03T12:00:00.000Z");
  const ENDED_AT = new Date("2026-04-12T12:00:00.000Z");
  const LATER = new Date("2026-04-13T12:00:00.000Z");

  const setStatus = (id: string, status: string, at: Date) =>
    deliver(ctx, {
      id: `evt_${randomUUID()}`,
      eventType: `subscription.${status}`,
      created_at: at.getTime(),
      object: { object: "subscription", id, status, metadata: {} },
    });

  async function planAt(now: Date, userId: string): Promise<string> {
    ctx.setNow(now);
    await expireSubscriptions(ctx);
    return (await actAs(ctx, userId)).actor.planKey;
  }

  it.each([
    ["active", null],
    ["past_due", "canceled"],
    ["past_due", "expired"],
    ["unpaid", "canceled"],
  ])("one that is set on an overdue subscription, %s, ends with it (%s)", async (before, after) => {
    const userId = await createUser(ctx);
    const sale = publishedSale({ userId, key: "starter_monthly", paidAt: PAID_AT });
    ctx.setNow(PAID_AT);
    await deliver(ctx, publishedCheckout(sale));
    await setStatus(sale.subscriptionId, before, RENEWED_AT);
    ctx.setNow(GIVEN_AT);
    const admin = await actAs(ctx, await createUser(ctx));
    await changeSubscription(admin, { userId, planKey: "pro_monthly", action: "upgrade" });
    expect(await planAt(new Date(GIVEN_AT.getTime() + 60_000), userId)).toBe("pro_monthly");
    if (after !== null) await setStatus(sale.subscriptionId, after, ENDED_AT);
    expect(await planAt(LATER, userId)).toBe("free");
  });

  it("one outlives a subscription that was to end, and whose period is over, also where the provider says so late", async () => {
    const userId = await createUser(ctx);
    const sale = publishedSale({ userId, key: "starter_monthly", paidAt: PAID_AT });
    ctx.setNow(PAID_AT);
    await deliver(ctx, publishedCheckout(sale));
    await setStatus(sale.subscriptionId, "scheduled_cancel", PAID_AT);
    ctx.setNow(GIVEN_AT);
    const admin = await actAs(ctx, await createUser(ctx));
    await changeSubscription(admin, { userId, planKey: "pro_monthly", action: "upgrade" });
    await setStatus(sale.subscriptionId, "canceled", ENDED_AT);
    expect(await planAt(LATER, userId)).toBe("pro_monthly");
  });

  it("once one is over, the plan of a subscription that was canceled before it was given ends with its paid period", async () => {
    const userId = await createUser(ctx);
    const sales = (["starter_yearly", "pro_monthly"] as const).map((key) =>
      publishedSale({ userId, key, paidAt: PAID_AT }),
    );
    ctx.setNow(PAID_AT);
    for (const sale of sales) {
      await deliver(ctx, publishedCheckout(sale));
      const status = sale.key === "starter_yearly" ? "canceled" : "scheduled_cancel";
      await setStatus(sale.subscriptionId, status, PAID_AT);
    }
    const admin = await actAs(ctx, await createUser(ctx));
    ctx.setNow(new Date("2026-03-02T12:00:00.000Z"));
    await changeSubscription(admin, { userId, planKey: "pro_yearly", action: "upgrade" });
    expect(await planAt(new Date("2026-03-31T12:00:00.000Z"), userId)).toBe("pro_yearly");
    expect(await planAt(GIVEN_AT, userId)).toBe("starter_yearly");
    expect(await planAt(new Date("2027-03-01T12:00:01.000Z"), userId)).toBe("free");
  });

  it.each(["expired", "canceled"])(
    "one outlives the late renewal of a subscription that was %s here, from before it was given",
    async (status) => {
      const userId = await createUser(ctx);
      const sale = publishedSale({ userId, key: "starter_monthly", paidAt: PAID_AT });
      ctx.setNow(PAID_AT);
      await deliver(ctx, publishedCheckout(sale));
      const admin = await actAs(ctx, await createUser(ctx));
      if (status === "canceled") await changeSubscription(admin, { userId, planKey: "free", action: "cancel" });
      else await setStatus(sale.subscriptionId, status, PAID_AT);
      ctx.setNow(GIVEN_AT);
      await changeSubscription(admin, { userId, planKey: "pro_monthly", action: "upgrade" });
      await deliver(ctx, publishedPaid(sale, { cycle: 1 }));
      expect(await planAt(LATER, userId)).toBe("pro_monthly");
      await deliver(ctx, publishedPaid(sale, { cycle: 2 }));
      expect(await planAt(LATER, userId)).toBe("starter_monthly");
    },
  );

  it("a cancellation from before one was given, whose event comes late, is told of the plan that was paid for", async () => {
    const userId = await createUser(ctx);
    const sale = publishedSale({ userId, key: "starter_monthly", paidAt: PAID_AT });
    ctx.setNow(PAID_AT);
    await deliver(ctx, publishedCheckout(sale));
    const admin = await actAs(ctx, await createUser(ctx));
    ctx.setNow(new Date(PAID_AT.getTime() + 60_000));
    await changeSubscription(admin, { userId, planKey: "pro_monthly", action: "upgrade" });
    await setStatus(sale.subscriptionId, "canceled", PAID_AT);
    const send = vi.fn();
    await sendCancellation(withClients(ctx, { mailer: { send } }), { subscriptionId: sale.subscriptionId });
    expect(send).toHaveBeenCalledWith(expect.objectContaining({ subject: "Starter monthly is canceled" }));
    const customer = await actAs(ctx, userId);
    const starter = { planKey: "starter_monthly", status: "canceled" };
    expect(await getDashboard(customer)).toMatchObject({ planKey: "pro_monthly", subscription: starter });
    expect(await getBilling(customer)).toMatchObject({ planKey: "pro_monthly", subscriptions: [starter] });
    expect(await planAt(LATER, userId)).toBe("pro_monthly");
  });
});
