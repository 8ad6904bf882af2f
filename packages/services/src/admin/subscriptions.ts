import type { ChangeSubscriptionInput } from "@app/core/admin/admin-input";
import type { PlanKey } from "@app/core/billing/catalogue";
import { AppError } from "@app/core/errors";
import { Prisma, type Tx } from "@app/db/client/db";
import {
  before,
  changeColumns,
  publishSubscriptionChanges,
  type SubscriptionChange,
} from "../billing/subscription-changes";
import type { ServiceContext, UserContext } from "../context";
import { queueJob } from "../platform/job-queue";
import { createdBefore, cursorOf, type Page, pageOf } from "../platform/pagination";
import { writeAudit } from "./audit-log";
import { ofMatchingUsers } from "./find-users";

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
  /** Part of the user's e-mail address or name, or the id of the user or the subscription. */
  search?: string | undefined;
  cursor?: string | undefined;
}

/** All subscriptions, newest first. */
export async function listSubscriptions(
  ctx: ServiceContext,
  filter: SubscriptionFilter,
): Promise<Page<AdminSubscription>> {
  const { search } = filter;
  const ofUsers = search === undefined ? {} : await ofMatchingUsers(ctx, search);
  const rows = await ctx.db.subscription.findMany({
    where: {
      AND: [
        filter.status === undefined ? {} : { status: filter.status },
        search === undefined ? {} : { OR: [ofUsers, { id: search }, { providerSubId: search }] },
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

/**
 * Admin action: moves a user to another plan, or cancels. Grants no credits and deletes no schedule: instalments that were paid for are
 * still granted. A plan lasts until the subscription that it was set on ends; without one, until an administrator cancels. Cancelling sets
 * the plan to `free` whatever `planKey` says, and queues a job that cancels at the provider, whose failures administrators see. Cancelling
 * again queues a failed job again.
 * @param input.seenPlanKey the plan that the administrator has seen. With another one by now nothing is changed: a cancellation that is repeated,
 *   or made by two administrators, would end the user's next subscription, and a plan replace the one that the other has given
 * @throws AppError `not_found` for an unknown user, and for a plan of a deleted one; `conflict` when the user has another plan than was seen
 */
export async function changeSubscription(
  ctx: UserContext,
  input: ChangeSubscriptionInput & { userId: string; seenPlanKey?: PlanKey | undefined },
): Promise<{ success: true }> {
  const { userId, action, seenPlanKey } = input;
  const planKey = action === "cancel" ? "free" : input.planKey;
  const now = ctx.now();
  await ctx.db.$transaction(async (tx) => {
    // A subscription to the free plan is a canceled one.
    const { detail, changes } =
      planKey === "free"
        ? await cancelNewest(ctx, tx, userId, now)
        : { detail: {}, changes: await movePlanOfNewest(tx, { userId, planKey, now }) };
    const [{ planKey: planBefore } = { planKey: null }] = await tx.$queryRaw<{ planKey: string }[]>`
      SELECT "planKey" FROM "user" WHERE id = ${userId} FOR NO KEY UPDATE`;
    const planGivenAt = planKey === "free" ? null : now;
    // A deleted account gets no plan. Its subscription can be canceled: the provider may have charged for it again.
    const { count } = await tx.user.updateMany({
      where: { id: userId, ...(planKey === "free" ? {} : { deletedAt: null }) },
      data: { planKey, planGivenAt, updatedAt: now },
    });
    if (count === 0) throw new AppError("not_found", "User not found");
    if (seenPlanKey !== undefined && planBefore !== seenPlanKey)
      throw new AppError("conflict", "The plan has changed in the meantime");
    await writeAudit(tx, {
      actorId: ctx.actor.id,
      action: `subscription.${action}`,
      targetId: userId,
      detail: { planKey, ...detail },
      now,
    });
    await publishSubscriptionChanges(tx, changes, now);
  });
  return { success: true };
}

/**
 * Provider events from before `now` no longer change the plan. They still change the status, which is the provider's. A pending cancellation
 * at the provider is withdrawn.
 */
async function movePlanOfNewest(
  tx: Tx,
  change: { userId: string; planKey: string; now: Date },
): Promise<SubscriptionChange[]> {
  const { userId, planKey, now } = change;
  // One that was to end, and whose period is over, has ended: the provider may say so late, which must not end the plan.
  const isOver = Prisma.sql`status = 'scheduled_cancel' AND "currentPeriodEnd" <= ${now}::timestamptz`;
  const newest = await lockNewest(tx, userId, Prisma.sql`status NOT IN ('canceled', 'expired') AND NOT (${isOver})`);
  if (newest === null) return [];
  return tx.$queryRaw<SubscriptionChange[]>`
    UPDATE subscription AS s SET "planKey" = ${planKey}, "planEventAt" = ${now}::timestamptz, "updatedAt" = ${now}::timestamptz,
      "providerCancel" = NULL, "providerCancelError" = NULL, "providerCancelAt" = NULL
    FROM ${before(Prisma.sql`id = ${newest}`)} WHERE s.id = before.id RETURNING ${changeColumns}`;
}

/**
 * Cancels the newest subscription that is not canceled, preferably one that renews. Provider events from before `now` no
 * longer change it.
 * @returns the detail for the audit log, and the change to announce
 */
async function cancelNewest(
  ctx: UserContext,
  tx: Tx,
  userId: string,
  now: Date,
): Promise<{ detail: Record<string, string | null>; changes: SubscriptionChange[] }> {
  const newest = await lockNewest(tx, userId, Prisma.sql`status <> 'canceled'`);
  const changes = await tx.$queryRaw<SubscriptionChange[]>`
    UPDATE subscription AS s SET status = 'canceled', "statusEventAt" = ${now}::timestamptz, "updatedAt" = ${now}::timestamptz,
      "providerCancelAt" = ${now}::timestamptz
    FROM ${before(Prisma.sql`id = ${newest}`)} WHERE s.id = before.id RETURNING ${changeColumns}`;
  const atProvider = ctx.config.providerSimulate ? [] : await queueCancellations(tx, { userId, newest, now });
  const queued = atProvider.length > 0 ? `queued ${atProvider.join(", ")}` : null;
  return { detail: { subscriptionId: newest, atProvider: queued }, changes };
}

/** Queues the cancellation of the newest subscription at the provider, and again the cancellations that failed before. */
async function queueCancellations(
  tx: Tx,
  { userId, newest, now }: { userId: string; newest: string | null; now: Date },
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE subscription SET "providerCancel" = 'queued', "providerCancelError" = NULL, "providerCancelAt" = ${now}::timestamptz
    WHERE "userId" = ${userId} AND (id = ${newest} OR "providerCancel" = 'failed')
    RETURNING id`;
  for (const { id } of rows)
    await queueJob(tx, "cancel-at-provider", { subscriptionId: id }, { key: `cancel-at-provider:${id}` });
  return rows.map(({ id }) => id);
}

/**
 * One that renews comes before one that ends anyway: the latter may have the later period, as after a change from a yearly to a monthly plan. So
 * does one that took the place of another which still renews, because the job that ends it has not succeeded yet.
 */
async function lockNewest(tx: Tx, userId: string, condition: Prisma.Sql): Promise<string | null> {
  const [newest] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM subscription AS s WHERE "userId" = ${userId} AND ${condition}
    ORDER BY status = 'expired', status = 'scheduled_cancel',
      EXISTS (SELECT FROM checkout c WHERE c."userId" = s."userId" AND c."endedSubscriptionId" = s.id),
      "currentPeriodEnd" DESC LIMIT 1 FOR UPDATE`;
  return newest?.id ?? null;
}
