import { monthlyRevenueCents, RECURRING_STATUSES, shareOf } from "@app/core/statistics/recurring-revenue";
import { Prisma } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { createCountedFigures } from "./counted-figures";
import { DAY_MS, readDailyTotals } from "./day-totals";

const CHURN_DAYS = 30;
const FAILURE_DAYS = 7;
const MONTHS_SHOWN = 12;

/** How the business does, at most 15 minutes old. The glossary defines each figure. */
export interface BusinessFigures {
  /** Monthly recurring revenue. */
  mrrCents: number;
  /** The part of it that ends with the paid period. */
  endingMrrCents: number;
  /** Customers with a paid plan 30 days ago. */
  customersBefore: number;
  /** Those of them without one now. */
  customersLost: number;
  /** `customersLost` of `customersBefore`; null where there were none. */
  churn: number | null;
  /** Credits on all balances above zero. */
  creditsHeld: number;
  /** Credits of instalments that are paid for and still to come. */
  creditsToCome: number;
  /** Images and videos that ended within 7 days. */
  generationsEnded: number;
  generationsFailed: number;
  /** `generationsFailed` of `generationsEnded`; null where there were none. */
  failureRate: number | null;
}

const NAMES = [
  "mrrCents",
  "endingMrrCents",
  "customersBefore",
  "customersLost",
  "creditsHeld",
  "creditsToCome",
  "generationsEnded",
  "generationsFailed",
] as const;
type Counted = Record<(typeof NAMES)[number], number>;

const figures = createCountedFigures(NAMES, async (ctx): Promise<Counted> => {
  const [revenue, customers, credits, generations] = await Promise.all([
    countRecurringRevenue(ctx),
    countCustomers(ctx),
    sumCredits(ctx),
    countGenerations(ctx),
  ]);
  return { ...revenue, ...customers, ...credits, ...generations };
});

/** Maintenance: counts the figures, unless the stored ones are recent. */
export const countBusinessFigures = figures.recount;

export async function readBusinessFigures(ctx: ServiceContext): Promise<BusinessFigures> {
  const counted = await figures.read(ctx);
  return {
    ...counted,
    churn: shareOf(counted.customersLost, counted.customersBefore),
    failureRate: shareOf(counted.generationsFailed, counted.generationsEnded),
  };
}

/**
 * A plan counts from a payment on, and no longer once the money of its newest payment went back. It is the plan that was paid for: an
 * administrator may have given the subscription another one, which the provider does not charge.
 */
async function countRecurringRevenue({ db, now }: ServiceContext) {
  const plans = await db.$queryRaw<{ planKey: string; count: number; ending: number }[]>`
    SELECT newest."planKey", count(*)::int AS count, count(*) FILTER (WHERE s.status = 'scheduled_cancel')::int AS ending
    FROM subscription s, LATERAL ${newestPayment("s")} AS newest
    WHERE ${isRecurring("s", now())} AND newest.status = 'succeeded'
    GROUP BY newest."planKey"`;
  const ending = plans.map((plan) => ({ planKey: plan.planKey, count: plan.ending }));
  return { mrrCents: monthlyRevenueCents(plans), endingMrrCents: monthlyRevenueCents(ending) };
}

/** Who changed to another plan is not lost: customers are counted, not subscriptions. */
async function countCustomers({ db, now }: ServiceContext) {
  const since = new Date(now().getTime() - CHURN_DAYS * DAY_MS);
  const [row] = await db.$queryRaw<{ before: number; lost: number }[]>`
    SELECT count(*)::int AS before, count(*) FILTER (WHERE NOT EXISTS (
      SELECT FROM subscription r WHERE r."userId" = customer."userId" AND ${isRecurring("r", now())} AND ${isPaid("r")}
    ))::int AS lost
    FROM (
      SELECT DISTINCT s."userId" FROM subscription s, LATERAL ${newestPayment("s")} AS newest
      WHERE s."createdAt" < ${since}::timestamptz
        AND CASE WHEN ${isRecurring("s", now())} THEN newest.status = 'succeeded' OR newest."statusEventAt" >= ${since}::timestamptz
          ELSE ${endOf("s")} >= ${since}::timestamptz END
        AND EXISTS (SELECT FROM payment p WHERE p."subscriptionId" = s.id AND p."createdAt" < ${since}::timestamptz)
    ) AS customer`;
  return { customersBefore: row?.before ?? 0, customersLost: row?.lost ?? 0 };
}

/** A canceled plan counts until its paid period is over, whether the provider has said so by then or not. */
function isRecurring(table: "s" | "r", now: Date): Prisma.Sql {
  const column = (name: string) => Prisma.raw(`${table}."${name}"`);
  return Prisma.sql`${column("status")} = ANY(${[...RECURRING_STATUSES]}::text[])
    AND NOT (${column("status")} = 'scheduled_cancel' AND ${column("currentPeriodEnd")} <= ${now}::timestamptz)`;
}

/** Whether the money of the newest payment has not gone back. */
function isPaid(table: "s" | "r"): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM ${newestPayment(table)} AS newest WHERE newest.status = 'succeeded')`;
}

/** That of the newest period, as in `paidPlanOf`: the payment of an earlier one may be recorded late. */
function newestPayment(table: "s" | "r"): Prisma.Sql {
  return Prisma.sql`(
    SELECT p.status, p."statusEventAt", p."planKey" FROM payment p WHERE p."subscriptionId" = ${Prisma.raw(table)}.id
    ORDER BY p."periodStart" DESC NULLS LAST, p."createdAt" DESC, p.id DESC LIMIT 1)`;
}

/**
 * When a subscription that is not recurring any more ended: by the provider's event, or with its period. Maintenance expires one that was
 * not renewed, without an event.
 */
function endOf(table: "s"): Prisma.Sql {
  return Prisma.raw(
    `CASE ${table}.status WHEN 'scheduled_cancel' THEN ${table}."currentPeriodEnd"
      WHEN 'expired' THEN greatest(${table}."statusEventAt", ${table}."currentPeriodEnd") ELSE ${table}."statusEventAt" END`,
  );
}

async function sumCredits({ db }: ServiceContext) {
  const [row] = await db.$queryRaw<{ held: number; toCome: number }[]>`
    SELECT (SELECT coalesce(sum(credits), 0)::float8 FROM "user" WHERE credits > 0 AND "deletedAt" IS NULL) AS held,
      (SELECT coalesce(sum("totalCreditsRemaining"), 0)::float8 FROM subscription_credit_schedule WHERE "pausedAt" IS NULL) AS "toCome"`;
  return { creditsHeld: row?.held ?? 0, creditsToCome: row?.toCome ?? 0 };
}

/** Both counts are ranges of the index on status and time. */
async function countGenerations({ db, now }: ServiceContext) {
  const createdAt = { gte: new Date(now().getTime() - FAILURE_DAYS * DAY_MS) };
  const [failed, completed] = await Promise.all([
    db.generationHistory.count({ where: { status: "failed", createdAt } }),
    db.generationHistory.count({ where: { status: "completed", createdAt } }),
  ]);
  return { generationsEnded: failed + completed, generationsFailed: failed };
}

export interface MonthRevenue {
  /** Start of the month in UTC. */
  month: Date;
  revenueCents: number;
}

/** The revenue of the last twelve months including this one, oldest first. From the daily totals: a few hundred rows. */
export async function readMonthlyRevenue(ctx: ServiceContext): Promise<MonthRevenue[]> {
  const now = ctx.now();
  const monthsAgo = (months: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
  const days = await readDailyTotals(ctx, monthsAgo(MONTHS_SHOWN - 1));
  return Array.from({ length: MONTHS_SHOWN }, (_, index) => {
    const [month, end] = [monthsAgo(MONTHS_SHOWN - 1 - index), monthsAgo(MONTHS_SHOWN - 2 - index)];
    const inMonth = days.filter(({ day }) => day >= month && day < end);
    return { month, revenueCents: inMonth.reduce((sum, { revenueCents }) => sum + revenueCents, 0) };
  });
}
