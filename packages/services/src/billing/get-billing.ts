import { INSTALMENT_PLAN_KEYS } from "@app/core/billing/catalogue";
import { type PaidFor, paidFor } from "@app/core/billing/receipt";
import { RENEWING_STATUSES, renews } from "@app/core/billing/subscription-status";
import { AppError } from "@app/core/errors";
import { type UpcomingInstalment, upcomingInstalments } from "@app/core/schedule/instalments";
import { Prisma } from "@app/db/client/db";
import type { Seller, UserContext } from "../context";
import { createdBefore, cursorOf, type Page, pageOf } from "../platform/pagination";
import { paidPlanOf } from "./payments";
import { isEndedByAdministrator } from "./subscription-changes";

const PAYMENTS_PER_PAGE = 50;
const SUBSCRIPTIONS_SHOWN_MAX = 10;

/** A subscription as its owner sees it. */
export interface OwnSubscription {
  id: string;
  planKey: string;
  /** The plan that the provider charges for: an administrator may have given another one. */
  chargedPlanKey: string;
  status: string;
  currentPeriodEnd: Date;
  createdAt: Date;
}

/** The caller's plan, subscriptions, and granted and upcoming instalments. */
export async function getBilling(ctx: UserContext) {
  const userId = ctx.actor.id;
  const [user, subscriptions, anySubscription, instalmentPlans] = await Promise.all([
    ctx.db.user.findUniqueOrThrow({ where: { id: userId }, select: { planGivenAt: true } }),
    listSubscriptions(ctx),
    ctx.db.subscription.findFirst({ where: { userId }, select: { id: true } }),
    listInstalmentPlans(ctx),
  ]);
  return {
    credits: ctx.actor.credits,
    planKey: ctx.actor.planKey,
    /** Whether an administrator has given the plan. */
    isPlanGiven: user.planGivenAt !== null && ctx.actor.planKey !== "free",
    subscriptions,
    /** Whether the provider has the caller as a customer: everyone who ever subscribed is one. */
    hasPortal: anySubscription !== null,
    instalmentPlans,
  };
}

/** The caller's payments, newest first. */
export async function listOwnPayments(
  ctx: UserContext,
  input: { cursor?: string | undefined },
): Promise<Page<PaymentSummary>> {
  const rows = await ctx.db.payment.findMany({
    where: { AND: [{ userId: ctx.actor.id }, createdBefore(input.cursor)] },
    select: paymentColumns,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: PAYMENTS_PER_PAGE + 1,
  });
  return pageOf(rows, PAYMENTS_PER_PAGE, (row) => cursorOf(row.createdAt, row.id));
}

/**
 * Subscriptions that may still be charged, the expired ones last, then those whose paid period still runs. Each group is sorted by age,
 * the newest first. A canceled one whose period is over is left out, and so is one that an administrator has canceled: it ended at once.
 */
async function listSubscriptions(ctx: UserContext): Promise<OwnSubscription[]> {
  const subscriptions = await ctx.db.$queryRaw<OwnSubscription[]>`
    SELECT id, "planKey", coalesce(${paidPlanOf(Prisma.sql`s.id`)}, "planKey") AS "chargedPlanKey", status, "currentPeriodEnd", "createdAt"
    FROM subscription s
    WHERE "userId" = ${ctx.actor.id} AND NOT ${isEndedByAdministrator}
      AND ("currentPeriodEnd" > ${ctx.now()}::timestamptz OR status = ANY(${[...RENEWING_STATUSES]}::text[]))
    ORDER BY "createdAt" DESC, id DESC LIMIT ${SUBSCRIPTIONS_SHOWN_MAX}::int`;
  // The sort is stable: within a rank the newest stays first.
  return subscriptions.sort((a, b) => rankOf(a.status) - rankOf(b.status));
}

function rankOf(status: string): number {
  if (!renews(status)) return 2;
  return status === "expired" ? 1 : 0;
}

/** A yearly plan's current cycle: the granted instalments and the upcoming ones. */
export interface InstalmentPlan {
  subscriptionId: string;
  planKey: string;
  granted: { grantedAt: Date; credits: number }[];
  coming: UpcomingInstalment[];
  /** Whether the upcoming ones are paused: their payment was refunded or disputed, or an administrator stopped them. */
  isPaused: boolean;
}

const PLANS_SHOWN_MAX = 10;
/** A cycle has twelve. A late renewal may have added some of the cycle before. */
const GRANTS_SHOWN_MAX = 24;

/** The instalments of the caller's plans whose schedule or paid period still runs. A trial, and a plan that an administrator gave, have none. */
async function listInstalmentPlans(ctx: UserContext): Promise<InstalmentPlan[]> {
  const rows = await ctx.db.subscription.findMany({
    where: {
      userId: ctx.actor.id,
      OR: [
        { schedule: { isNot: null } },
        { planKey: { in: [...INSTALMENT_PLAN_KEYS] }, currentPeriodEnd: { gt: ctx.now() } },
      ],
    },
    select: { id: true, planKey: true, schedule: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: PLANS_SHOWN_MAX,
  });
  const plans = await Promise.all(
    rows.map(async ({ id, planKey, schedule }) => ({
      subscriptionId: id,
      planKey: schedule?.planKey ?? planKey,
      granted: await grantsOfCycle(ctx, id),
      coming: schedule ? upcomingInstalments(schedule) : [],
      isPaused: schedule ? schedule.pausedAt !== null : false,
    })),
  );
  return plans.filter(({ granted, coming }) => granted.length + coming.length > 0);
}

/** The grant of the newest payment for a yearly plan, whose entry has the payment's id, and the instalments since then, the oldest first. */
async function grantsOfCycle(ctx: UserContext, subscriptionId: string): Promise<InstalmentPlan["granted"]> {
  const payment = await ctx.db.payment.findFirst({
    where: { subscriptionId, userId: ctx.actor.id, planKey: { in: [...INSTALMENT_PLAN_KEYS] } },
    select: { id: true },
    // One of a replaced plan may arrive late.
    orderBy: [{ periodStart: { sort: "desc", nulls: "last" } }, { createdAt: "desc" }, { id: "desc" }],
  });
  const first = payment && (await ctx.db.creditLedger.findUnique({ where: { id: payment.id }, select: { seq: true } }));
  if (!payment || !first) return [];
  const entries = await ctx.db.creditLedger.findMany({
    where: {
      userId: ctx.actor.id,
      seq: { gte: first.seq },
      delta: { gt: 0 },
      OR: [{ id: payment.id }, { paymentId: subscriptionId }],
    },
    select: { createdAt: true, delta: true },
    orderBy: { seq: "asc" },
    take: GRANTS_SHOWN_MAX,
  });
  return entries.map(({ createdAt, delta }) => ({ grantedAt: createdAt, credits: delta }));
}

/**
 * The purchase status that the billing page polls: the balance, the payment where the buyer returned with its order's id, and the end of the
 * trial that the buyer's checkout has started instead. A payment that was announced without its order has its transaction's id, and got the
 * order's later. Renewals may name the first payment's order too.
 */
export async function getPurchaseStatus(
  ctx: UserContext,
  input: { paymentId?: string | undefined; checkoutId?: string | undefined },
): Promise<{ credits: number; payment: PaymentSummary | null; trialEndsAt: Date | null }> {
  const payment = input.paymentId
    ? await ctx.db.payment.findFirst({
        where: { OR: [{ id: input.paymentId }, { providerOrderId: input.paymentId }], userId: ctx.actor.id },
        select: paymentColumns,
        orderBy: { createdAt: "asc" },
      })
    : null;
  const trialEndsAt = input.checkoutId && !payment ? await trialEndOf(ctx, input.checkoutId) : null;
  return { credits: ctx.actor.credits, payment, trialEndsAt };
}

/** Until when the caller's subscription that began with a checkout is on trial. Null without such a trial. */
async function trialEndOf(ctx: UserContext, checkoutId: string): Promise<Date | null> {
  const userId = ctx.actor.id;
  const checkout = await ctx.db.checkout.findFirst({ where: { id: checkoutId, userId } });
  if (!checkout) return null;
  const trial = await ctx.db.subscription.findFirst({
    where: { userId, planKey: checkout.key, status: "trialing", createdAt: { gte: checkout.createdAt } },
    select: { currentPeriodEnd: true },
  });
  return trial?.currentPeriodEnd ?? null;
}

/** A payment with what it paid for, its buyer and the seller. */
export interface Receipt {
  payment: PaymentSummary & {
    provider: string;
    subscriptionId: string | null;
    /** The tax in `paidCents`. Both null where the provider names no tax. */
    taxCents: number | null;
  };
  paidFor: PaidFor;
  buyer: { name: string | null; email: string };
  seller: Seller;
}

/** @throws AppError `not_found` for a payment that is not the caller's */
export async function getReceipt(ctx: UserContext, input: { paymentId: string }): Promise<Receipt> {
  const row = await ctx.db.payment.findFirst({
    where: { id: input.paymentId, userId: ctx.actor.id },
    select: {
      ...{ ...paymentColumns, provider: true, subscriptionId: true, taxCents: true },
      ...{ periodStart: true, periodEnd: true },
    },
  });
  if (!row) throw new AppError("not_found", "Payment not found");
  const { periodStart, periodEnd, ...payment } = row;
  const { seller } = ctx.config;
  return {
    payment,
    paidFor: paidFor({ ...payment, periodStart, periodEnd }),
    seller,
    buyer: { name: ctx.actor.name, email: ctx.actor.email },
  };
}

/** The columns that lists show of a payment. */
const paymentColumns = {
  id: true,
  amountCents: true,
  paidCents: true,
  currency: true,
  type: true,
  status: true,
  planKey: true,
  refundedCents: true,
  creditsGranted: true,
  createdAt: true,
} as const satisfies Prisma.PaymentSelect;

type PaymentSummary = Prisma.PaymentGetPayload<{ select: typeof paymentColumns }>;
