import { CATALOGUE } from "@app/core/catalogue/plans";
import { type UpcomingInstallment, upcomingInstallments } from "@app/core/schedule/upcoming-installments";
import type { UserContext } from "../context";

/** A yearly plan's current cycle: what has been granted of it, and what is still to come. */
export interface InstalmentPlan {
  subscriptionId: string;
  planKey: string;
  granted: { grantedAt: Date; credits: number }[];
  coming: UpcomingInstallment[];
  /** Whether those to come are held back: their payment was refunded or disputed, or an administrator stopped them. */
  isPaused: boolean;
}

const PLANS_SHOWN_MAX = 10;
/** A cycle has twelve; an administrator's replay of the past may have made a few more. */
const GRANTS_SHOWN_MAX = 24;
const INSTALMENT_PLAN_KEYS = CATALOGUE.flatMap((item) =>
  item.kind === "subscription" && item.grantSchedule.mode === "installments" ? [item.key] : [],
);

/** The instalments of the caller's plans that are still paid out, or whose paid period still runs. */
export async function listInstalmentPlans(ctx: UserContext): Promise<InstalmentPlan[]> {
  const rows = await ctx.db.subscription.findMany({
    where: {
      userId: ctx.actor.id,
      OR: [
        { schedule: { isNot: null } },
        { planKey: { in: INSTALMENT_PLAN_KEYS }, currentPeriodEnd: { gt: ctx.now() } },
      ],
    },
    select: { id: true, planKey: true, schedule: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: PLANS_SHOWN_MAX,
  });
  return Promise.all(
    rows.map(async ({ id, planKey, schedule }) => ({
      subscriptionId: id,
      planKey: schedule?.planKey ?? planKey,
      granted: await grantsOfCycle(ctx, id),
      coming: schedule ? upcomingInstallments(schedule) : [],
      isPaused: schedule ? schedule.pausedAt !== null : false,
    })),
  );
}

/** The payment's own grant, whose entry has the payment's id, and the instalments since; the oldest first. */
async function grantsOfCycle(ctx: UserContext, subscriptionId: string): Promise<InstalmentPlan["granted"]> {
  const payment = await ctx.db.payment.findFirst({
    where: { subscriptionId, userId: ctx.actor.id },
    select: { id: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
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
