import { AppError } from "@app/core/errors";
import type { ServiceContext } from "../context";
import { type AdminUser, userColumns } from "./user-columns";

const SUBSCRIPTIONS_MAX = 20;

export interface AdminUserDetail {
  user: AdminUser;
  /** The newest 20. */
  subscriptions: {
    id: string;
    planKey: string;
    status: string;
    currentPeriodEnd: Date;
    createdAt: Date;
    /** An administrator's cancellation at the provider: "queued", "failed" or "done"; null when none was asked for. */
    providerCancel: string | null;
    /** Why the last try failed. */
    providerCancelError: string | null;
  }[];
  /** Instalments still to come. */
  schedules: {
    id: string;
    planKey: string;
    creditsPerGrant: number;
    grantsRemaining: number;
    totalCreditsRemaining: number;
    nextGrantAt: Date;
    /** Set while nothing is granted. */
    pausedAt: Date | null;
  }[];
}

/**
 * A user with subscriptions and schedules. The lists that grow are asked for by themselves.
 * @throws AppError `not_found`
 */
export async function getUser(ctx: ServiceContext, input: { userId: string }): Promise<AdminUserDetail> {
  const user = await ctx.db.user.findUnique({ where: { id: input.userId }, select: userColumns });
  if (!user) throw new AppError("not_found", "User not found");
  const where = { userId: user.id };
  const [subscriptions, schedules] = await Promise.all([
    ctx.db.subscription.findMany({
      where,
      select: {
        id: true,
        planKey: true,
        status: true,
        currentPeriodEnd: true,
        createdAt: true,
        providerCancel: true,
        providerCancelError: true,
      },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: SUBSCRIPTIONS_MAX,
    }),
    ctx.db.subscriptionCreditSchedule.findMany({
      where,
      select: {
        id: true,
        planKey: true,
        creditsPerGrant: true,
        grantsRemaining: true,
        totalCreditsRemaining: true,
        nextGrantAt: true,
        pausedAt: true,
      },
      orderBy: { nextGrantAt: "asc" },
      take: SUBSCRIPTIONS_MAX,
    }),
  ]);
  return { user, subscriptions, schedules };
}
