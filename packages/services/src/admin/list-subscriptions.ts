import type { ServiceContext } from "../context";
import { createdBefore, cursorOf } from "../pages/keyset";
import { type Page, pageOf } from "../pages/page";
import { findUserIds } from "./find-users";

const SUBSCRIPTIONS_PER_PAGE = 50;

export interface AdminSubscription {
  id: string;
  userId: string;
  userEmail: string;
  planKey: string;
  status: string;
  currentPeriodEnd: Date;
  createdAt: Date;
  providerSubId: string;
}

export interface SubscriptionFilter {
  status?: string | undefined;
  /** Part of the user's e-mail address or name, or an id of the user or of the subscription. */
  search?: string | undefined;
  cursor?: string | undefined;
}

/** All subscriptions, the newest first. */
export async function listSubscriptions(
  ctx: ServiceContext,
  filter: SubscriptionFilter,
): Promise<Page<AdminSubscription>> {
  const { search } = filter;
  const userIds = await findUserIds(ctx, search);
  const rows = await ctx.db.subscription.findMany({
    where: {
      AND: [
        filter.status === undefined ? {} : { status: filter.status },
        search === undefined
          ? {}
          : { OR: [{ userId: { in: userIds ?? [] } }, { id: search }, { providerSubId: search }] },
        createdBefore(filter.cursor),
      ],
    },
    include: { user: { select: { email: true } } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: SUBSCRIPTIONS_PER_PAGE + 1,
  });
  const items = rows.map(({ id, userId, user, planKey, status, currentPeriodEnd, createdAt, providerSubId }) => ({
    id,
    userId,
    userEmail: user.email,
    planKey,
    status,
    currentPeriodEnd,
    createdAt,
    providerSubId,
  }));
  return pageOf(items, SUBSCRIPTIONS_PER_PAGE, (row) => cursorOf(row.createdAt, row.id));
}
