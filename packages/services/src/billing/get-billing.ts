import type { UserContext } from "../context";

const PAYMENTS_SHOWN_MAX = 50;

export interface Billing {
  credits: number;
  planKey: string;
  subscription: { id: string; planKey: string; status: string; currentPeriodEnd: Date } | null;
  schedules: {
    planKey: string;
    creditsPerGrant: number;
    grantsRemaining: number;
    totalCreditsRemaining: number;
    nextGrantAt: Date;
  }[];
  payments: {
    id: string;
    amountCents: number;
    currency: string;
    type: string;
    planKey: string | null;
    creditsGranted: number;
    createdAt: Date;
  }[];
}

/** The caller's plan, instalments still to come and payments made. */
export async function getBilling(ctx: UserContext): Promise<Billing> {
  const userId = ctx.actor.id;
  const [subscription, schedules, payments] = await Promise.all([
    ctx.db.subscription.findFirst({
      where: { userId },
      select: { id: true, planKey: true, status: true, currentPeriodEnd: true },
      orderBy: { currentPeriodEnd: "desc" },
    }),
    ctx.db.subscriptionCreditSchedule.findMany({
      where: { userId },
      select: {
        planKey: true,
        creditsPerGrant: true,
        grantsRemaining: true,
        totalCreditsRemaining: true,
        nextGrantAt: true,
      },
      orderBy: { nextGrantAt: "asc" },
    }),
    ctx.db.payment.findMany({
      where: { userId },
      select: {
        id: true,
        amountCents: true,
        currency: true,
        type: true,
        planKey: true,
        creditsGranted: true,
        createdAt: true,
      },
      orderBy: { createdAt: "desc" },
      take: PAYMENTS_SHOWN_MAX,
    }),
  ]);
  return { credits: ctx.actor.credits, planKey: ctx.actor.planKey, subscription, schedules, payments };
}
