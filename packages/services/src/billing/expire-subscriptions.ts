import { Prisma } from "@app/db/client";
import type { ServiceContext } from "../context";

const EXPIRED_AT_ONCE_MAX = 500;
/** With one of these statuses a plan ends with the period that was paid. */
const ENDED_STATUSES = Prisma.sql`'expired', 'canceled', 'scheduled_cancel'`;
/** How long ago a subscription may have ended or changed for its plan to be looked at. Bounds what a run reads. */
const LOOK_BACK_DAYS = 30;

/**
 * Expires active subscriptions whose paid period ended longer ago than the grace period, which leaves time for a renewal's event. Every
 * other status is the provider's to end: it may still take money for those that are overdue. Then returns users to `free` whose plan has
 * ended with an expired or canceled subscription. A later payment makes a subscription active again. Plans are read from the database,
 * so that a run completes what an interrupted one left.
 * @returns how many expired
 */
export async function expireSubscriptions(ctx: ServiceContext): Promise<number> {
  const now = ctx.now();
  const expired = await ctx.db.$queryRaw<{ id: string }[]>`
    UPDATE subscription SET status = 'expired', "updatedAt" = ${now}::timestamptz
    WHERE id IN (
      SELECT id FROM subscription
      WHERE status = 'active'
        AND "currentPeriodEnd" < ${now}::timestamptz - make_interval(days => ${ctx.config.subscriptionGraceDays}::int)
      ORDER BY id LIMIT ${EXPIRED_AT_ONCE_MAX}::int FOR UPDATE SKIP LOCKED
    ) RETURNING id`;
  await endPlans(ctx, now);
  return expired.length;
}

/**
 * Locks users in the order of their ids, as everywhere. Asked again once they are locked: a payment that was being recorded meanwhile is
 * seen by the last statement, and not by what the one before the lock saw. Most sweeps find nobody and begin no transaction, which would load
 * Prisma's engine: 20 MB of an idle process.
 */
async function endPlans({ db }: ServiceContext, now: Date): Promise<void> {
  const found = await db.$queryRaw<{ id: string }[]>`SELECT u.id FROM "user" u WHERE ${isPlanOver(now)}`;
  if (found.length === 0) return;
  const ids = found.map(({ id }) => id);
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM "user" WHERE id = ANY(${ids}::text[]) ORDER BY id FOR NO KEY UPDATE`;
    await tx.$executeRaw`UPDATE "user" u SET "planKey" = 'free' WHERE u.id = ANY(${ids}::text[]) AND ${isPlanOver(now)}`;
  });
}

const isPlanOver = (now: Date) => Prisma.sql`
  u."planKey" <> 'free'
  AND EXISTS (
    SELECT FROM subscription s
    WHERE s."userId" = u.id AND s."planKey" = u."planKey" AND s.status IN (${ENDED_STATUSES})
      AND s."currentPeriodEnd" < ${now}::timestamptz
      AND greatest(s."currentPeriodEnd", s."updatedAt") > ${now}::timestamptz - make_interval(days => ${LOOK_BACK_DAYS}::int)
  )
  AND NOT EXISTS (
    SELECT FROM subscription s
    WHERE s."userId" = u.id
      AND (s."currentPeriodEnd" >= ${now}::timestamptz OR (s."planKey" = u."planKey" AND s.status NOT IN (${ENDED_STATUSES})))
  )`;
