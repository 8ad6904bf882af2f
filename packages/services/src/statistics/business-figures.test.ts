import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { createUser, useTestContext } from "../../test/test-context";
import { countBusinessFigures, readBusinessFigures, readMonthlyRevenue } from "./business-figures";

const NOW = new Date("2026-03-10T12:00:00.000Z");
const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

interface Subscription {
  planKey?: string;
  status?: string;
  createdAt?: Date;
  /** When the provider's newest event set the status. */
  statusAt?: Date;
  periodEnd?: Date;
  /** Statuses of its payments, the oldest first. */
  payments?: readonly string[];
  /** When the payments were refunded. */
  refundedAt?: Date;
  userId?: string;
}

describe("the figures of the business", () => {
  const ctx = useTestContext();

  async function subscribe(subscription: Subscription): Promise<string> {
    const { planKey = "starter_monthly", status = "active", createdAt = daysAgo(40) } = subscription;
    const { refundedAt = null } = subscription;
    const { statusAt = createdAt, periodEnd = daysAgo(-20), payments = ["succeeded"] } = subscription;
    const [id, userId] = [randomUUID(), subscription.userId ?? (await createUser(ctx))];
    const owned = { provider: "creem", userId, planKey };
    await ctx.db.subscription.create({
      data: {
        ...owned,
        id,
        providerSubId: id,
        status,
        createdAt,
        currentPeriodEnd: periodEnd,
        statusEventAt: statusAt,
      },
    });
    for (const [index, paymentStatus] of payments.entries()) {
      const paymentId = randomUUID();
      const paidAt = new Date(createdAt.getTime() + index * DAY_MS);
      const paid = { id: paymentId, providerPaymentId: paymentId, type: "subscription", amountCents: 2_900 };
      await ctx.db.payment.create({
        data: {
          ...owned,
          ...paid,
          subscriptionId: id,
          status: paymentStatus,
          statusEventAt: refundedAt,
          creditsGranted: 0,
          createdAt: paidAt,
        },
      });
    }
    return userId;
  }

  it("are zero, or unknown, for an empty shop", async () => {
    expect(await readBusinessFigures(ctx)).toEqual({
      ...{ mrrCents: 0, endingMrrCents: 0, customersBefore: 0, customersLost: 0, churn: null },
      ...{ creditsHeld: 0, creditsToCome: 0, generationsEnded: 0, generationsFailed: 0, failureRate: null },
    });
  });

  it.each<[string, Subscription, { mrrCents: number; endingMrrCents?: number }]>([
    ["a monthly plan by its price", {}, { mrrCents: 2_900 }],
    ["a yearly plan by a twelfth of its price", { planKey: "pro_yearly" }, { mrrCents: 8_250 }],
    ["an overdue plan", { status: "past_due" }, { mrrCents: 2_900 }],
    ["a canceled plan that still runs", { status: "scheduled_cancel" }, { mrrCents: 2_900, endingMrrCents: 2_900 }],
    ["no canceled plan whose period is over", { status: "scheduled_cancel", periodEnd: daysAgo(1) }, { mrrCents: 0 }],
    ["no trial", { status: "trialing", payments: [] }, { mrrCents: 0 }],
    ["no plan that was never paid", { payments: [] }, { mrrCents: 0 }],
    ["no disputed plan", { payments: ["disputed"] }, { mrrCents: 0 }],
    ["no refunded plan", { payments: ["succeeded", "refunded"] }, { mrrCents: 0 }],
    ["a plan that was paid again after a refund", { payments: ["refunded", "succeeded"] }, { mrrCents: 2_900 }],
    ["no canceled plan", { status: "canceled" }, { mrrCents: 0 }],
    ["no unpaid plan", { status: "unpaid" }, { mrrCents: 0 }],
    ["no paused plan", { status: "paused" }, { mrrCents: 0 }],
    ["no expired plan", { status: "expired" }, { mrrCents: 0 }],
  ])("count %s as recurring revenue", async (_name, subscription, { mrrCents, endingMrrCents = 0 }) => {
    const before = await readBusinessFigures(ctx);
    await subscribe(subscription);
    const after = await readBusinessFigures(ctx);
    // A twelfth of a cent may round the other way in the sum.
    expect(Math.abs(after.mrrCents - before.mrrCents - mrrCents)).toBeLessThanOrEqual(1);
    expect(after.endingMrrCents - before.endingMrrCents).toBe(endingMrrCents);
  });

  it.each<[string, Subscription, [before: number, lost: number]]>([
    ["who stays", {}, [1, 0]],
    ["who canceled within 30 days as lost", { status: "canceled", statusAt: daysAgo(10) }, [1, 1]],
    ["who canceled before as no customer then", { status: "canceled", statusAt: daysAgo(31) }, [0, 0]],
    ["who came within 30 days as no customer then", { createdAt: daysAgo(29) }, [0, 0]],
    ["whose canceled plan still runs as kept", { status: "scheduled_cancel", statusAt: daysAgo(3) }, [1, 0]],
    [
      "whose canceled period is over as lost",
      { status: "scheduled_cancel", statusAt: daysAgo(35), periodEnd: daysAgo(5) },
      [1, 1],
    ],
    ["who stopped paying as lost", { status: "unpaid", statusAt: daysAgo(2) }, [1, 1]],
    [
      "who lapsed without an event as lost",
      { status: "expired", statusAt: daysAgo(40), periodEnd: daysAgo(10) },
      [1, 1],
    ],
    [
      "who lapsed before as no customer then",
      { status: "expired", statusAt: daysAgo(70), periodEnd: daysAgo(31) },
      [0, 0],
    ],
    ["whose money went back as lost", { payments: ["refunded"], refundedAt: daysAgo(5) }, [1, 1]],
    ["whose money went back before as no customer then", { payments: ["refunded"], refundedAt: daysAgo(31) }, [0, 0]],
    ["who only tried as no customer", { status: "canceled", statusAt: daysAgo(2), payments: [] }, [0, 0]],
  ])("count a customer %s", async (_name, subscription, [customers, lost]) => {
    const before = await readBusinessFigures(ctx);
    await subscribe(subscription);
    const after = await readBusinessFigures(ctx);
    expect([after.customersBefore - before.customersBefore, after.customersLost - before.customersLost]).toEqual([
      customers,
      lost,
    ]);
  });

  it("count a customer who changed the plan once, as kept", async () => {
    const before = await readBusinessFigures(ctx);
    const userId = await subscribe({ status: "canceled", statusAt: daysAgo(4) });
    await subscribe({ userId, planKey: "pro_monthly", createdAt: daysAgo(4) });
    const after = await readBusinessFigures(ctx);
    expect(after.customersBefore).toBe(before.customersBefore + 1);
    expect(after.customersLost).toBe(before.customersLost);
  });

  it("sum the credits that are owed, without debts, deleted accounts and paused instalments", async () => {
    const before = await readBusinessFigures(ctx);
    await createUser(ctx, 300);
    await createUser(ctx, -40);
    const deleted = await createUser(ctx, 70);
    await ctx.db.user.update({ where: { id: deleted }, data: { deletedAt: NOW } });
    for (const pause of [{}, { pausedAt: NOW, pauseReason: "dispute" }]) {
      const userId = await subscribe({ planKey: "starter_yearly" });
      const subscription = await ctx.db.subscription.findFirstOrThrow({ where: { userId } });
      const terms = { creditsPerGrant: 1_000, intervalMonths: 1, grantsRemaining: 8, totalCreditsRemaining: 8_000 };
      await ctx.db.subscriptionCreditSchedule.create({
        data: {
          ...terms,
          ...pause,
          subscriptionId: subscription.id,
          userId,
          planKey: "starter_yearly",
          nextGrantAt: NOW,
        },
      });
    }
    const after = await readBusinessFigures(ctx);
    expect(after.creditsHeld - before.creditsHeld).toBe(300);
    expect(after.creditsToCome - before.creditsToCome).toBe(8_000);
  });

  it("give the share of failed images and videos of 7 days", async () => {
    const createdAt = daysAgo(2);
    await createGeneration(ctx, "image", { status: "failed", createdAt });
    for (const type of ["image", "video", "video"] as const)
      await createGeneration(ctx, type, { status: "completed", createdAt });
    await createGeneration(ctx, "video", { status: "processing", createdAt });
    await createGeneration(ctx, "image", { status: "failed", createdAt: daysAgo(8) });
    expect(await readBusinessFigures(ctx)).toMatchObject({
      generationsEnded: 4,
      generationsFailed: 1,
      failureRate: 0.25,
    });
  });

  it("are read from the count of maintenance while it is recent", async () => {
    const before = await readBusinessFigures(ctx);
    await countBusinessFigures(ctx);
    await subscribe({});
    expect(await readBusinessFigures(ctx)).toEqual(before);
    ctx.setNow(new Date(NOW.getTime() + 16 * 60 * 1000));
    expect((await readBusinessFigures(ctx)).mrrCents - before.mrrCents).toBe(2_900);
  });
});

describe("the revenue of a month", () => {
  const ctx = useTestContext();

  it("sums the payments that were made in it in UTC and were not refunded", async () => {
    const userId = await createUser(ctx);
    const payment = { provider: "creem", userId, type: "one_time", creditsGranted: 0 };
    for (const [createdAt, amountCents, status] of [
      ["2025-03-31T23:59:59.999Z", 9_999, "succeeded"],
      ["2025-04-01T00:00:00.000Z", 100, "succeeded"],
      ["2026-02-28T23:59:59.999Z", 500, "succeeded"],
      ["2026-02-10T00:00:00.000Z", 700, "refunded"],
      ["2026-03-01T00:00:00.000Z", 2_900, "succeeded"],
      ["2026-03-02T00:00:00.000Z", 9_900, "disputed"],
    ] as const) {
      const id = randomUUID();
      await ctx.db.payment.create({
        data: { ...payment, id, providerPaymentId: id, amountCents, status, createdAt: new Date(createdAt) },
      });
    }
    const months = await readMonthlyRevenue(ctx);
    expect(months).toHaveLength(12);
    expect(months[0]).toEqual({ month: new Date("2025-04-01T00:00:00Z"), revenueCents: 100 });
    expect(months.slice(-2).map(({ revenueCents }) => revenueCents)).toEqual([500, 2_900]);
  });
});
