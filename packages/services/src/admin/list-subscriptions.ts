import type { ServiceContext } from "../context";
import { type Page, pageOf } from "../pages/page";

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

/** All subscriptions, the newest first. */
export async function listSubscriptions(
  ctx: ServiceContext,
  filter: { status?: string | undefined; cursor?: string | undefined },
): Promise<Page<AdminSubscription>> {
  const rows = await ctx.db.subscription.findMany({
    where: filter.status ? { status: filter.status } : {},
    include: { user: { select: { email: true } } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: SUBSCRIPTIONS_PER_PAGE + 1,
    ...(filter.cursor ? { cursor: { id: filter.cursor }, skip: 1 } : {}),
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
  return pageOf(items, SUBSCRIPTIONS_PER_PAGE, (row) => row.id);
}
