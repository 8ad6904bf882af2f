import { renews } from "@app/core/billing/subscription-status";
import type { UserContext } from "../context";
import { listInstalmentPlans } from "./list-instalment-plans";
import { type PaymentSummary, paymentColumns } from "./payment-summary";

const PAYMENTS_SHOWN_MAX = 50;
const SUBSCRIPTIONS_SHOWN_MAX = 10;

/** A subscription as its owner sees it. */
export interface OwnSubscription {
  id: string;
  planKey: string;
  status: string;
  currentPeriodEnd: Date;
  createdAt: Date;
}

/** The caller's plan, instalments made and to come, and payments made. */
export async function getBilling(ctx: UserContext) {
  const userId = ctx.actor.id;
  const [subscriptions, anySubscription, instalmentPlans, payments] = await Promise.all([
    listSubscriptions(ctx),
    ctx.db.subscription.findFirst({ where: { userId }, select: { id: true } }),
    listInstalmentPlans(ctx),
    ctx.db.payment.findMany({
      where: { userId },
      select: paymentColumns,
      orderBy: { createdAt: "desc" },
      take: PAYMENTS_SHOWN_MAX,
    }) satisfies Promise<PaymentSummary[]>,
  ]);
  return {
    credits: ctx.actor.credits,
    planKey: ctx.actor.planKey,
    subscriptions,
    /** The provider knows those who ever subscribed as customers. */
    hasPortal: anySubscription !== null,
    instalmentPlans,
    payments,
  };
}

/** Those that renew, then those whose paid period still runs; of each the newest first. One that is over is the past's. */
async function listSubscriptions(ctx: UserContext): Promise<OwnSubscription[]> {
  const rows = await ctx.db.subscription.findMany({
    where: {
      userId: ctx.actor.id,
      OR: [{ currentPeriodEnd: { gt: ctx.now() } }, { status: { notIn: ["canceled", "expired", "scheduled_cancel"] } }],
    },
    select: { id: true, planKey: true, status: true, currentPeriodEnd: true, createdAt: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: SUBSCRIPTIONS_SHOWN_MAX,
  });
  return [...rows.filter(({ status }) => renews(status)), ...rows.filter(({ status }) => !renews(status))];
}
