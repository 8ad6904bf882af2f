import type { Db } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { readActiveUsers } from "../statistics/active-users";
import {
  type BusinessFigures,
  type MonthRevenue,
  readBusinessFigures,
  readMonthlyRevenue,
} from "../statistics/business-figures";
import { DAY_MS, type DayTotals, readDailyTotals, readTotals, startOfDay } from "../statistics/day-totals";

const RECENT_MAX = 5;

export interface Statistics {
  business: BusinessFigures;
  /** Of the last twelve months including this one, oldest first. */
  months: MonthRevenue[];
  totalUsers: number;
  /** Users active within 30 days, at most 15 minutes old. */
  activeUsers: number;
  payments: number;
  revenueCents: number;
  chatSessions: number;
  /** Sum of all deductions, as a positive number. */
  creditsSpent: number;
  recentUsers: { id: string; name: string | null; email: string; credits: number; planKey: string; createdAt: Date }[];
  recentPayments: {
    id: string;
    userId: string;
    userEmail: string;
    amountCents: number;
    /** What the buyer paid in all, tax included; null where no event says it. */
    paidCents: number | null;
    currency: string;
    type: string;
    planKey: string | null;
    createdAt: Date;
  }[];
}

/** The numbers of the admin start page. */
export async function getStatistics(ctx: ServiceContext): Promise<Statistics> {
  const [
    { newUsers, payments, revenueCents, chatSessions, creditsSpent },
    business,
    months,
    activeUsers,
    recentUsers,
    recentPayments,
  ] = await Promise.all([
    readTotals(ctx),
    readBusinessFigures(ctx),
    readMonthlyRevenue(ctx),
    readActiveUsers(ctx),
    ctx.db.user.findMany({
      select: { id: true, name: true, email: true, credits: true, planKey: true, createdAt: true },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: RECENT_MAX,
    }),
    ctx.db.payment.findMany({
      select: {
        ...{ id: true, userId: true, amountCents: true, paidCents: true, currency: true, type: true, planKey: true },
        ...{ createdAt: true, user: { select: { email: true } } },
      },
      orderBy: { createdAt: "desc" },
      take: RECENT_MAX,
    }),
  ]);
  return {
    business,
    months,
    totalUsers: newUsers,
    activeUsers,
    payments,
    revenueCents,
    chatSessions,
    creditsSpent,
    recentUsers,
    recentPayments: recentPayments.map(({ user, ...payment }) => ({ ...payment, userEmail: user.email })),
  };
}

/** One day in UTC. */
export interface DayStatistics
  extends Pick<DayTotals, "revenueCents" | "creditsGranted" | "creditsSpent" | "activeUsers">,
    Failures {
  /** Start of the day. */
  day: Date;
}

interface Failures {
  failedImages: number;
  failedVideos: number;
  /** Interrupted chat responses. */
  failedChats: number;
}

/** Statistics of the last days including today, oldest first. A day without rows has zeros. */
export async function getDailyStatistics(ctx: ServiceContext, input: { days: number }): Promise<DayStatistics[]> {
  const since = new Date(startOfDay(ctx.now()).getTime() - (input.days - 1) * DAY_MS);
  const [totals, failures] = await Promise.all([readDailyTotals(ctx, since), readFailures(ctx.db, since)]);
  const totalsOf = byDay(totals);
  const failuresOf = byDay(failures);
  return Array.from({ length: input.days }, (_, index) => {
    const day = new Date(since.getTime() + index * DAY_MS);
    const {
      revenueCents = 0,
      creditsGranted = 0,
      creditsSpent = 0,
      activeUsers = 0,
    } = totalsOf.get(day.getTime()) ?? {};
    const { failedImages = 0, failedVideos = 0, failedChats = 0 } = failuresOf.get(day.getTime()) ?? {};
    return { day, revenueCents, creditsGranted, creditsSpent, activeUsers, failedImages, failedVideos, failedChats };
  });
}

function byDay<Row extends { day: Date }>(rows: readonly Row[]): ReadonlyMap<number, Partial<Row>> {
  return new Map(rows.map((row) => [row.day.getTime(), row]));
}

/**
 * Not part of the daily totals, because these numbers change later: a generation may fail a day after its start, and deleting an account
 * removes failures. Reads few rows of an index.
 */
function readFailures(db: Db, since: Date): Promise<(Failures & { day: Date })[]> {
  return db.$queryRaw`
    SELECT day, count(*) FILTER (WHERE kind = 'image')::int AS "failedImages",
      count(*) FILTER (WHERE kind = 'video')::int AS "failedVideos", count(*) FILTER (WHERE kind = 'chat')::int AS "failedChats"
    FROM (
      SELECT ("createdAt" AT TIME ZONE 'UTC')::date AS day, type AS kind
      FROM generation_history WHERE status = 'failed' AND "createdAt" >= ${since}::timestamptz
      UNION ALL
      SELECT ("createdAt" AT TIME ZONE 'UTC')::date, 'chat'
      FROM chat_message WHERE interrupted AND "createdAt" >= ${since}::timestamptz
    ) AS failure GROUP BY 1`;
}
