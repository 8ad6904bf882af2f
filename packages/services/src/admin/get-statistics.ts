import type { ServiceContext } from "../context";
import { readActiveUsers } from "../statistics/active-users";
import { readTotals } from "../statistics/read-totals";

const RECENT_MAX = 5;

export interface Statistics {
  totalUsers: number;
  /** Users active within 30 days, as of at most a quarter of an hour ago. */
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
  const [{ newUsers, payments, revenueCents, chatSessions, creditsSpent }, activeUsers, recentUsers, recentPayments] =
    await Promise.all([
      readTotals(ctx),
      readActiveUsers(ctx),
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
    totalUsers: newUsers,
    activeUsers,
    payments,
    revenueCents,
    chatSessions,
    creditsSpent,
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
