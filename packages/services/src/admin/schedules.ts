import { parseRunLimits } from "@app/core/schedule/run-limits";
import type { Prisma } from "@app/db/client/db";
import type { ServiceContext, UserContext } from "../context";
import { cursorOf, type Page, pageOf, readTimeCursor } from "../platform/pagination";
import { creditsOf, runDueGrants } from "../schedule/run-due-grants";
import { writeAudit } from "./audit-log";
import { ofMatchingUsers } from "./find-users";

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
  /** Whether the next instalment is due and not granted. */
  isOverdue: boolean;
  /** Whether it grants nothing until an administrator resumes it. */
  isPaused: boolean;
  updatedAt: Date;
}

export interface ScheduleFilter {
  overdueOnly?: boolean | undefined;
  /** Part of the user's e-mail address or name, or the id of the user or the subscription. */
  search?: string | undefined;
  cursor?: string | undefined;
}

/** Schedules with remaining instalments, next due first. */
export async function listSchedules(
  ctx: ServiceContext,
  filter: ScheduleFilter,
): Promise<Page<AdminSchedule> & { overdue: number }> {
  const { search } = filter;
  const now = ctx.now();
  const isDue = { nextGrantAt: { lte: now }, grantsRemaining: { gt: 0 }, pausedAt: null };
  const ofUsers = search === undefined ? {} : await ofMatchingUsers(ctx, search);
  const [overdue, rows] = await Promise.all([
    ctx.db.subscriptionCreditSchedule.count({ where: isDue }),
    ctx.db.subscriptionCreditSchedule.findMany({
      where: {
        AND: [
          filter.overdueOnly ? isDue : {},
          search === undefined ? {} : { OR: [ofUsers, { subscriptionId: search }] },
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
    updatedAt: row.updatedAt,
  }));
  return { ...pageOf(items, SCHEDULES_PER_PAGE, (row) => cursorOf(row.nextGrantAt, row.id)), overdue };
}

/** As `createdBefore`, for a list in ascending order of the due time. */
function dueAfter(cursor: string | undefined): Prisma.SubscriptionCreditScheduleWhereInput {
  if (cursor === undefined) return {};
  const { at, id } = readTimeCursor(cursor);
  return { AND: [{ nextGrantAt: { gte: at } }, { OR: [{ nextGrantAt: { gt: at } }, { id: { gt: id } }] }] };
}

export interface ScheduleRun {
  /** Instalments granted. */
  processed: number;
  schedulesTouched: number;
  credits: number;
}

/**
 * Admin action: grants due instalments now, with the default bounds of the cron run. A concurrent run grants nothing twice, because each
 * skips schedules that the other has locked. The audit entry is written in the transaction of the grants.
 */
export async function runSchedules(ctx: UserContext): Promise<ScheduleRun> {
  const limits = parseRunLimits({ limit: null, catchUp: null });
  const granted = await runDueGrants(ctx, limits, "subscription_schedule", async (tx, run) => {
    await writeAudit(tx, {
      actorId: ctx.actor.id,
      action: "schedules.run",
      targetId: null,
      detail: { processed: run.processed, schedulesTouched: run.schedulesTouched, credits: creditsOf(run) },
      now: ctx.now(),
    });
  });
  const { processed, schedulesTouched } = granted;
  return { processed, schedulesTouched, credits: creditsOf(granted) };
}
