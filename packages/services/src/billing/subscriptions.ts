import { EventFields } from "@app/core/billing/event-fields";
import {
  type CancelMode,
  cancelModeOf,
  findSubscriptionStatus,
  isResumable,
  RENEWING_STATUSES,
  renews,
  type SubscriptionStatus,
} from "@app/core/billing/subscription-status";
import { AppError } from "@app/core/errors";
import { type DbOrTx, Prisma } from "@app/db/client/db";
import { writeAudit } from "../admin/audit-log";
import type { ServiceContext, UserContext } from "../context";
import type { JobPayloads } from "../platform/job-queue";
import { consumeRateLimits } from "../platform/rate-limits";
import {
  before,
  changeColumns,
  isEndedByAdministrator,
  queueEndOfSubscription,
  updateAndPublish,
  withdrawEndOfSubscription,
} from "./subscription-changes";
import { giveBackPlan } from "./subscription-events";

/**
 * Asks the provider to cancel a subscription: at the end of the paid period, or at once where the last payment is missing. The status
 * changes with the provider's response or event, so that the service never calls a subscription ended that the provider still charges. One
 * that ends already is left alone.
 * @throws AppError `not_found` for a subscription that is not the caller's, `rate_limited`, `upstream_failed` when the provider fails
 */
export async function cancelSubscription(
  ctx: UserContext,
  input: { subscriptionId: string },
): Promise<{ requested: true }> {
  await consumeRateLimits(ctx, [{ limit: "billing", subject: ctx.actor.id }]);
  const subscription = await ctx.db.subscription.findFirst({
    where: { id: input.subscriptionId, userId: ctx.actor.id },
    select: { id: true, providerSubId: true, status: true },
  });
  if (!subscription) throw new AppError("not_found", "Subscription not found");
  if (!renews(subscription.status)) return { requested: true };
  try {
    await endSubscriptionAtProvider(ctx, subscription, cancelModeOf(subscription.status));
  } catch (cause) {
    throw new AppError("upstream_failed", "Failed to cancel the subscription", { cause });
  }
  return { requested: true };
}

/**
 * Takes back the cancellation of a subscription whose paid period still runs. Where the provider's response says that it renews again, the
 * status is written at once, because the event may be late or lost.
 * @throws AppError `not_found` for a subscription that is not the caller's, `conflict` for one that has ended, or while another one renews
 *   and both would be charged, `rate_limited`, `upstream_failed` when the provider fails
 */
export async function resumeSubscription(
  ctx: UserContext,
  input: { subscriptionId: string },
): Promise<{ isConfirmed: boolean }> {
  await consumeRateLimits(ctx, [{ limit: "billing", subject: ctx.actor.id }]);
  const userId = ctx.actor.id;
  const subscriptions = await ctx.db.subscription.findMany({
    where: { userId, OR: [{ id: input.subscriptionId }, { status: { in: [...RENEWING_STATUSES] } }] },
    select: { id: true, providerSubId: true, status: true, currentPeriodEnd: true },
  });
  const subscription = subscriptions.find(({ id }) => id === input.subscriptionId);
  if (!subscription) throw new AppError("not_found", "Subscription not found");
  if (renews(subscription.status)) return { isConfirmed: true };
  if (!isResumable(subscription, ctx.now())) throw new AppError("conflict", "This subscription has ended");
  if (subscriptions.length > 1) throw renewsAlready();
  let status: unknown;
  try {
    ({ status } = await ctx.clients.payment.resumeSubscription(subscription.providerSubId));
  } catch (cause) {
    // The provider may have resumed it all the same.
    await endIfAnotherRenews(ctx, ctx.db, subscription.id);
    throw new AppError("upstream_failed", "Failed to resume the subscription", { cause });
  }
  const resumed = findSubscriptionStatus(String(status));
  const isConfirmed = resumed !== undefined && renews(resumed);
  const isEnding = isConfirmed
    ? await writeResumed(ctx, subscription.id, resumed)
    : await endIfAnotherRenews(ctx, ctx.db, subscription.id);
  if (isEnding) throw renewsAlready();
  return { isConfirmed };
}

const renewsAlready = () => new AppError("conflict", "Another subscription renews already");

/** Queues the end of a subscription whose owner has bought another plan while the provider was asked: both would renew. @returns whether it does */
async function endIfAnotherRenews({ actor }: UserContext, db: DbOrTx, subscriptionId: string): Promise<boolean> {
  const others = await db.subscription.count({
    where: { userId: actor.id, id: { not: subscriptionId }, status: { in: [...RENEWING_STATUSES] } },
  });
  if (others > 0) await queueEndOfSubscription(db, subscriptionId);
  return others > 0;
}

/** @returns whether it ends again, because its owner has bought another plan in the meantime */
async function writeResumed(ctx: UserContext, subscriptionId: string, status: SubscriptionStatus): Promise<boolean> {
  const now = ctx.now();
  return ctx.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM subscription WHERE id = ${subscriptionId} FOR UPDATE`;
    // The account may have been deleted while the provider was asked. A purchase that is being recorded comes before this, or ends this plan.
    const [owner] = await tx.$queryRaw<{ deletedAt: Date | null }[]>`
      SELECT "deletedAt" FROM "user" WHERE id = ${ctx.actor.id} FOR NO KEY UPDATE`;
    // Also where the event has come before the response.
    await giveBackPlan(tx, subscriptionId);
    const resumed = Prisma.sql`
      UPDATE subscription AS s SET status = ${status}, "statusEventAt" = greatest("statusEventAt", ${now}::timestamptz), "updatedAt" = ${now}::timestamptz
      FROM ${before(Prisma.sql`id = ${subscriptionId} AND status = 'scheduled_cancel'`)} WHERE s.id = before.id RETURNING ${changeColumns}`;
    await updateAndPublish(tx, resumed, now);
    // The owner has canceled again what they had bought in its place.
    await withdrawEndOfSubscription(tx, subscriptionId);
    const isEnding = await endIfAnotherRenews(ctx, tx, subscriptionId);
    if (owner?.deletedAt) await queueEndOfSubscription(tx, subscriptionId);
    await writeAudit(tx, {
      actorId: ctx.actor.id,
      action: "subscription.resume",
      targetId: ctx.actor.id,
      detail: { subscriptionId },
      now,
    });
    return isEnding;
  });
}

/**
 * Cancels a subscription at the provider because its owner has bought another plan in its place, or has deleted the account: at the end of
 * the paid period, or at once where the last payment is missing. The job queue retries a failure, and a response that does not say canceled:
 * the plan would be charged again.
 */
export async function endSubscription(
  ctx: ServiceContext,
  { subscriptionId }: JobPayloads["end-subscription"],
): Promise<void> {
  const subscription = await ctx.db.subscription.findUnique({ where: { id: subscriptionId } });
  const status = subscription && (await renewingStatus(ctx, subscription));
  if (!status) return;
  if ((await endSubscriptionAtProvider(ctx, subscription, cancelModeOf(status))) === null)
    throw new AppError("upstream_failed", NOT_CONFIRMED);
}

/**
 * The status of a subscription that renews. One that is to end, or is canceled, may have been resumed on the provider's own pages, and the event
 * of that may be late or lost: the provider is asked. Null for one that does not renew.
 */
async function renewingStatus(
  ctx: ServiceContext,
  { providerSubId, status }: { providerSubId: string; status: string },
): Promise<string | null> {
  if (renews(status)) return status;
  const current = findSubscriptionStatus(
    String((await ctx.clients.payment.getSubscription(providerSubId))?.["status"]),
  );
  return current && renews(current) ? current : null;
}

export const NOT_CONFIRMED = "The payment provider did not confirm the cancellation";

/** What a response to a cancellation may say. With any other status the cancellation has not happened yet. */
const CANCELED_STATUSES = ["canceled", "scheduled_cancel"] as const satisfies readonly SubscriptionStatus[];

/**
 * Cancels a subscription at the provider. Where the response says that it is canceled, now or at the end of its period, the status is
 * written at once, because the event may be late or lost, also over the same one: the event of a resumption before may still come. In every
 * other case the status changes with the event.
 * @returns how the provider says that it is canceled; null where it does not say so
 * @throws PublicError when the provider fails or refuses
 */
export async function endSubscriptionAtProvider(
  ctx: ServiceContext,
  subscription: { id: string; providerSubId: string },
  mode: CancelMode,
): Promise<(typeof CANCELED_STATUSES)[number] | null> {
  const response = await ctx.clients.payment.cancelSubscription(subscription.providerSubId, mode);
  const canceledAs = CANCELED_STATUSES.find((one) => one === response["status"]);
  if (!canceledAs) return null;
  const now = ctx.now();
  // The event that names the end of a trial may not have come yet, and would be too old then.
  const endsAt = EventFields.ofEvent(response).date("current_period_end_date");
  const canceled = Prisma.sql`
    UPDATE subscription AS s SET status = ${canceledAs}, "statusEventAt" = greatest("statusEventAt", ${now}::timestamptz), "updatedAt" = ${now}::timestamptz,
      "currentPeriodEnd" = CASE before.status WHEN 'trialing' THEN greatest("currentPeriodEnd", ${endsAt}::timestamptz) ELSE "currentPeriodEnd" END
    FROM ${before(Prisma.sql`id = ${subscription.id} AND status <> 'canceled'`)} WHERE s.id = before.id RETURNING ${changeColumns}`;
  await updateAndPublish(ctx.db, canceled, now);
  return canceledAs;
}

const EXPIRED_AT_ONCE_MAX = 500;
const PLANS_ENDED_AT_ONCE_MAX = 500;
/** With one of these statuses a plan ends with the paid period. */
const ENDED_STATUSES = Prisma.sql`'expired', 'canceled', 'scheduled_cancel'`;
/** A run looks at subscriptions that ended or changed within this time, longer than an outage. Bounds the rows it reads. */
const LOOK_BACK_DAYS = 400;

/**
 * Expires active subscriptions whose paid period ended longer ago than the grace period, which leaves time for a renewal's event. The
 * provider ends every other status, because it may still take money for an overdue one. Then gives users whose plan has ended with an
 * expired or canceled subscription the plan of another one that runs, else `free`. A later payment makes a subscription active again. Ended
 * plans are read from the database, so that a run completes an interrupted one.
 * @returns how many expired
 */
export async function expireSubscriptions(ctx: ServiceContext): Promise<number> {
  const now = ctx.now();
  const expired = Prisma.sql`
    UPDATE subscription AS s SET status = 'expired', "updatedAt" = ${now}::timestamptz
    FROM (
      SELECT id, status, "planKey" FROM subscription
      WHERE status = 'active'
        AND "currentPeriodEnd" < ${now}::timestamptz - make_interval(days => ${ctx.config.subscriptionGraceDays}::int)
      ORDER BY id LIMIT ${EXPIRED_AT_ONCE_MAX}::int FOR UPDATE SKIP LOCKED
    ) AS before WHERE s.id = before.id RETURNING ${changeColumns}`;
  const count = await updateAndPublish(ctx.db, expired, now);
  await endPlans(ctx, now);
  return count;
}

/**
 * Gives users whose plan is over the plan of their subscription that runs and was paid for last, else `free`. Locks users in the order of
 * their ids, as everywhere, and checks again once they are locked, so that it sees a payment that was being recorded meanwhile. Most runs
 * find no user and begin no transaction, which would load Prisma's engine: 20 MB of an idle process.
 */
async function endPlans({ db }: ServiceContext, now: Date): Promise<void> {
  const users = await db.$queryRaw<{ id: string }[]>`
    SELECT u.id FROM "user" u WHERE ${isPlanOver(now)} LIMIT ${PLANS_ENDED_AT_ONCE_MAX}::int`;
  if (users.length === 0) return;
  const ids = users.map(({ id }) => id);
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM "user" WHERE id = ANY(${ids}::text[]) ORDER BY id FOR NO KEY UPDATE`;
    await tx.$executeRaw`
      UPDATE "user" u SET "planKey" = coalesce((
        SELECT s."planKey" FROM subscription s WHERE s."userId" = u.id AND ${runs(now)} ORDER BY s."planEventAt" DESC NULLS LAST LIMIT 1
      ), 'free'), "planGivenAt" = NULL
      WHERE u.id = ANY(${ids}::text[]) AND ${isPlanOver(now)}`;
  });
}

/** Whether a subscription `s` has not ended, or its paid period still runs. One that an administrator has canceled ended at once. */
const runs = (now: Date) => Prisma.sql`(
  s.status NOT IN (${ENDED_STATUSES})
  OR s."currentPeriodEnd" >= ${now}::timestamptz AND NOT ${isEndedByAdministrator})`;

/**
 * Whether a subscription `s` neither was over nor canceled when an administrator last gave its user `u` a plan. One that is overdue is not over:
 * the plan was set on it.
 */
const endedAfterGift = Prisma.sql`(
  u."planGivenAt" IS NULL
  OR (s."currentPeriodEnd" > u."planGivenAt" OR s."planEventAt" >= u."planGivenAt")
    AND (s.status <> 'canceled' OR s."statusEventAt" > u."planGivenAt"))`;

const isPlanOver = (now: Date) => Prisma.sql`
  u."planKey" <> 'free'
  AND EXISTS (
    SELECT FROM subscription s
    WHERE s."userId" = u.id AND s."planKey" = u."planKey" AND s.status IN (${ENDED_STATUSES})
      AND s."currentPeriodEnd" < ${now}::timestamptz
      AND greatest(s."currentPeriodEnd", s."updatedAt") > ${now}::timestamptz - make_interval(days => ${LOOK_BACK_DAYS}::int)
      AND ${endedAfterGift}
  )
  AND NOT EXISTS (SELECT FROM subscription s WHERE s."userId" = u.id AND s."planKey" = u."planKey" AND ${runs(now)})`;
