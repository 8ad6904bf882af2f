import type { ServiceContext } from "../context";

const ACTIVE_WITHIN_DAYS = 30;
const RECENT_MAX = 5;

export interface Statistics {
  totalUsers: number;
  /** Users active within 30 days. */
  activeUsers: number;
  payments: number;
  revenueCents: number;
  chatSessions: number;
  /** Sum of all deductions, as a positive number. */
  creditsSpent: number;
  recentUsers: { id: string; name: string | null; email: string; credits: number; planKey: string; createdAt: Date }[];
  recentPayments: {
    id: string;
    userEmail: string;
    amountCents: number;
    currency: string;
    type: string;
    planKey: string | null;
    createdAt: Date;
  }[];
}

/** The numbers of the administrators' first page. */
export async function getStatistics(ctx: ServiceContext): Promise<Statistics> {
  const activeSince = new Date(ctx.now().getTime() - ACTIVE_WITHIN_DAYS * 24 * 60 * 60 * 1000);
  const [totalUsers, activeUsers, payments, revenue, chatSessions, spent, recentUsers, recentPayments] =
    await Promise.all([
      ctx.db.user.count(),
      ctx.db.user.count({ where: { updatedAt: { gte: activeSince } } }),
      ctx.db.payment.count(),
      ctx.db.payment.aggregate({ where: { status: "succeeded" }, _sum: { amountCents: true } }),
      ctx.db.chatSession.count(),
      ctx.db.creditLedger.aggregate({ where: { delta: { lt: 0 } }, _sum: { delta: true } }),
      ctx.db.user.findMany({
        select: { id: true, name: true, email: true, credits: true, planKey: true, createdAt: true },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take: RECENT_MAX,
      }),
      ctx.db.payment.findMany({
        include: { user: { select: { email: true } } },
        orderBy: { createdAt: "desc" },
        take: RECENT_MAX,
      }),
    ]);
  return {
    totalUsers,
    activeUsers,
    payments,
    revenueCents: revenue._sum.amountCents ?? 0,
    chatSessions,
    creditsSpent: Math.abs(spent._sum.delta ?? 0),
    recentUsers,
    recentPayments: recentPayments.map(({ id, user, amountCents, currency, type, planKey, createdAt }) => ({
      id,
      userEmail: user.email,
      amountCents,
      currency,
      type,
      planKey,
      createdAt,
    })),
  };
}
