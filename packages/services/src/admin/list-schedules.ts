import type { Prisma } from "@app/db/client";
import type { ServiceContext } from "../context";
import { cursorOf, readTimeCursor } from "../pages/keyset";
import { type Page, pageOf } from "../pages/page";
import { findUserIds } from "./find-users";

const SCHEDULES_PER_PAGE = 50;

export interface AdminSchedule {
  id: string;
  subscriptionId: string;
  userId: string;
  userEmail: string;
  planKey: string;
  creditsPerGrant: number;
  grantsRemaining: number;
  totalCreditsRemaining: number;
  nextGrantAt: Date;
  /** Whether the next instalment is due and not granted yet. */
  isOverdue: boolean;
  /** Whether nothing is granted until an administrator resumes it. */
  isPaused: boolean;
}

export interface ScheduleFilter {
  overdueOnly?: boolean | undefined;
  /** Part of the user's e-mail address or name, or an id of the user or of the subscription. */
  search?: string | undefined;
  cursor?: string | undefined;
}

/** Instalments still to come, in the order in which they fall due. */
export async function listSchedules(
  ctx: ServiceContext,
  filter: ScheduleFilter,
): Promise<Page<AdminSchedule> & { overdue: number }> {
  const { search } = filter;
  const now = ctx.now();
  const isDue = { nextGrantAt: { lte: now }, grantsRemaining: { gt: 0 }, pausedAt: null };
  const userIds = await findUserIds(ctx, search);
  const [overdue, rows] = await Promise.all([
    ctx.db.subscriptionCreditSchedule.count({ where: isDue }),
    ctx.db.subscriptionCreditSchedule.findMany({
      where: {
        AND: [
          filter.overdueOnly ? isDue : {},
          search === undefined ? {} : { OR: [{ userId: { in: userIds ?? [] } }, { subscriptionId: search }] },
          dueAfter(filter.cursor),
        ],
      },
      include: { user: { select: { email: true } } },
      orderBy: [{ nextGrantAt: "asc" }, { id: "asc" }],
      take: SCHEDULES_PER_PAGE + 1,
    }),
  ]);
  const items = rows.map(({ user, ...row }) => ({
    id: row.id,
    subscriptionId: row.subscriptionId,
    userId: row.userId,
    userEmail: user.email,
    planKey: row.planKey,
    creditsPerGrant: row.creditsPerGrant,
    grantsRemaining: row.grantsRemaining,
    totalCreditsRemaining: row.totalCreditsRemaining,
    nextGrantAt: row.nextGrantAt,
    isOverdue: row.nextGrantAt <= now && row.grantsRemaining > 0 && row.pausedAt === null,
    isPaused: row.pausedAt !== null,
  }));
  return { ...pageOf(items, SCHEDULES_PER_PAGE, (row) => cursorOf(row.nextGrantAt, row.id)), overdue };
}

/** As `createdBefore`, in the other direction. */
function dueAfter(cursor: string | undefined): Prisma.SubscriptionCreditScheduleWhereInput {
  if (cursor === undefined) return {};
  const { at, id } = readTimeCursor(cursor);
  return { AND: [{ nextGrantAt: { gte: at } }, { OR: [{ nextGrantAt: { gt: at } }, { id: { gt: id } }] }] };
}
