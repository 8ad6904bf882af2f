import { RENEWING_STATUSES, renews } from "@app/core/billing/subscription-status";
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

/**
 * Those that may still be charged, the expired ones last, then those whose paid period still runs; of each the newest first. A canceled
 * one whose period is over is left out.
 */
async function listSubscriptions(ctx: UserContext): Promise<OwnSubscription[]> {
  const rows = await ctx.db.subscription.findMany({
    where: {
      userId: ctx.actor.id,
      OR: [{ currentPeriodEnd: { gt: ctx.now() } }, { status: { in: [...RENEWING_STATUSES] } }],
    },
    select: { id: true, planKey: true, status: true, currentPeriodEnd: true, createdAt: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: SUBSCRIPTIONS_SHOWN_MAX,
  });
  // The sort is stable: within a rank the newest stays first.
  return rows.sort((a, b) => rankOf(a.status) - rankOf(b.status));
}

function rankOf(status: string): number {
  if (!renews(status)) return 2;
  return status === "expired" ? 1 : 0;
}
