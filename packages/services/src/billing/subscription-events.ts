import { GRANT_EVENT_TYPES, type ProviderEvent, parseProviderEvent } from "@app/core/billing/provider-event";
import type { SubscriptionStart } from "@app/core/billing/purchase";
import { isResumable, isUnpaid, renews } from "@app/core/billing/subscription-status";
import { AppError } from "@app/core/errors";
import { Prisma, type Tx } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { paidPlanOf, planPaidBefore } from "./payments";
import {
  before,
  changeColumns,
  publishSubscriptionChanges,
  queueEndOfSubscription,
  type SubscriptionChange,
} from "./subscription-changes";
import { type EventOutcome, lockEvents, type StoredEvent, setEventOutcome } from "./webhook-inbox";

/**
 * Sets a subscription's status as the provider reports it. Grants nothing. An event of a subscription that is not stored yet waits in the
 * inbox for the payment that creates it. One that renews again after its owner has deleted the account is canceled at the provider.
 * @throws AppError `bad_request` "Missing metadata" when the event neither carries metadata nor names a subscription that is stored
 */
export async function applyLifecycleEvent(ctx: ServiceContext, { inboxId, event }: StoredEvent): Promise<EventOutcome> {
  const now = ctx.now();
  return ctx.db.$transaction(async (tx) => {
    await lockEvents(tx, [event]);
    const subscription = event.subscriptionId
      ? await tx.subscription.findUnique({
          where: { id: event.subscriptionId },
          select: { userId: true, user: { select: { deletedAt: true } } },
        })
      : null;
    if (!subscription && !event.metadata) throw new AppError("bad_request", "Missing metadata");
    const { isChanged, changes } = await setSubscriptionStatus(tx, event, now);
    const outcome = lifecycleOutcome(event, subscription, isChanged);
    await setEventOutcome(tx, inboxId, outcome, now);
    for (const { id, previousStatus, status, currentPeriodEnd } of changes) {
      // A failed charge may name the period that it was for: nobody has paid for that.
      const isResumed = renews(status) && !isUnpaid(status);
      if (isResumed && isResumable({ status: previousStatus ?? "", currentPeriodEnd }, now)) await giveBackPlan(tx, id);
    }
    await publishSubscriptionChanges(tx, changes, now);
    if (subscription?.user.deletedAt)
      for (const { id, status } of changes) if (renews(status)) await queueEndOfSubscription(tx, id);
    return outcome;
  });
}

function lifecycleOutcome(
  event: ProviderEvent,
  subscription: { userId: string } | null,
  isChanged: boolean,
): EventOutcome {
  const userId = subscription?.userId ?? event.metadata?.userId;
  const owner = userId ? { userId } : {};
  if (isChanged) return { outcome: "updated", detail: `status ${event.subscriptionStatus ?? "unchanged"}`, ...owner };
  if (!subscription) return { outcome: "recorded", detail: "waits for its subscription", ...owner };
  return { outcome: "recorded", detail: "older than what is known", ...owner };
}

/**
 * Writes status, period and customer of a lifecycle event to its subscription. An event that is older than the newest applied one changes
 * nothing. A canceled subscription stays canceled, unless a newer `subscription.active` says that the provider has resumed it. An overdue
 * charge (`expired`) from before an administrator gave a plan is settled by that: it does not take the plan away. A cancellation from before it
 * does not either: the subscription gets the plan back that it was paid for, and the given one has none, as if the event had come in time.
 * @returns whether anything changed, and the change to announce
 */
async function setSubscriptionStatus(
  tx: Tx,
  event: ProviderEvent,
  now: Date,
): Promise<{ isChanged: boolean; changes: SubscriptionChange[] }> {
  const changes = await tx.$queryRaw<SubscriptionChange[]>`
    UPDATE subscription AS s SET
      status = coalesce(${event.subscriptionStatus}, s.status),
      "planKey" = CASE WHEN ${event.subscriptionStatus === "canceled"} AND s."planEventAt" > ${event.eventAt}::timestamptz
        THEN coalesce(${paidPlanOf(Prisma.sql`s.id`)}, s."planKey") ELSE s."planKey" END,
      "currentPeriodEnd" = CASE WHEN ${isUnpaidPeriod(event)} THEN s."currentPeriodEnd"
        ELSE greatest(s."currentPeriodEnd", ${event.periodEnd}::timestamptz) END,
      "providerCustomerId" = coalesce(${event.customerId}, "providerCustomerId"),
      "statusEventAt" = ${event.eventAt}::timestamptz,
      "updatedAt" = ${now}::timestamptz
    FROM ${before(Prisma.sql`id = ${event.subscriptionId}`)}
    WHERE s.id = before.id AND "statusEventAt" <= ${event.eventAt}::timestamptz
      AND (s.status <> 'canceled' OR (${event.eventType === ACTIVE_EVENT} AND "statusEventAt" < ${event.eventAt}::timestamptz))
      AND (${event.subscriptionStatus !== "expired"} OR coalesce("planEventAt", "statusEventAt") <= ${event.eventAt}::timestamptz)
    RETURNING ${changeColumns}`;
  const noted = await noteCanceledAtProvider(tx, event);
  const extended = changes.length > 0 ? 0 : await extendTrial(tx, event, now);
  return { isChanged: changes.length + noted + extended > 0, changes };
}

/** Whether an event of a subscription `s` may name the period of a charge that failed: nobody has paid for that. */
const isUnpaidPeriod = ({ subscriptionStatus: status }: ProviderEvent) => Prisma.sql`(
  ${isUnpaid(status ?? "")} OR ${status === "canceled"} AND s.status IN ('past_due', 'unpaid', 'expired'))`;

/** The checkout of a trial may name no period, and may be a moment newer than the event that does. */
async function extendTrial(tx: Tx, event: ProviderEvent, now: Date): Promise<number> {
  if (event.subscriptionStatus !== "trialing") return 0;
  return tx.$executeRaw`
    UPDATE subscription SET "currentPeriodEnd" = ${event.periodEnd}::timestamptz, "updatedAt" = ${now}::timestamptz
    WHERE id = ${event.subscriptionId} AND status = 'trialing' AND "currentPeriodEnd" < ${event.periodEnd}::timestamptz`;
}

const ACTIVE_EVENT = "subscription.active";

/** Ends the wait for an administrator's cancellation, which may also be made on the provider's own pages. */
async function noteCanceledAtProvider(tx: Tx, event: ProviderEvent): Promise<number> {
  if (event.subscriptionStatus !== "canceled") return 0;
  return tx.$executeRaw`
    UPDATE subscription SET "providerCancel" = 'done', "providerCancelError" = NULL
    WHERE id = ${event.subscriptionId} AND "providerCancel" IN ('queued', 'failed')
      AND "providerCancelAt" <= ${event.eventAt}::timestamptz`;
}

/** A subscription that does not exist yet has a handful of events at most. */
const WAITING_EVENTS_MAX = 100;

/** Whether a row of the inbox is an event that may wait for its subscription. */
const mayWait = Prisma.sql`outcome IN ('received', 'recorded') AND "eventType" <> ALL(${[...GRANT_EVENT_TYPES]}::text[])`;

/**
 * Applies the events of new subscriptions that arrived before the payment that created them: a cancellation that overtook its purchase is
 * not lost. Events from before the payment, by the provider's clock, change nothing.
 */
async function applyWaitingEvents(
  tx: Tx,
  subscriptionIds: readonly string[],
  now: Date,
): Promise<SubscriptionChange[]> {
  if (subscriptionIds.length === 0) return [];
  const applied: SubscriptionChange[] = [];
  const rows = await tx.$queryRaw<{ id: string; payload: string; receivedAt: Date }[]>`
    SELECT w.id, payload, "receivedAt"
    FROM unnest(${subscriptionIds}::text[]) AS subscription, LATERAL (
      SELECT * FROM webhook_event
      WHERE "subscriptionId" = subscription AND ${mayWait}
      ORDER BY "eventAt", id LIMIT ${Prisma.raw(String(WAITING_EVENTS_MAX))}
    ) AS w
    ORDER BY "eventAt", id`;
  for (const row of rows) {
    const event = parseProviderEvent(JSON.parse(row.payload), row.receivedAt);
    if (event.purpose !== "subscription_status") continue;
    const { isChanged, changes } = await setSubscriptionStatus(tx, event, now);
    if (!isChanged) continue;
    applied.push(...changes);
    await setEventOutcome(tx, row.id, { outcome: "updated", detail: "applied with its subscription's payment" }, now);
  }
  return applied;
}

/** A subscription that was paid for, or whose trial begins. */
export interface StartedSubscription extends SubscriptionStart {
  provider: string;
  userId: string;
  event: ProviderEvent;
}

interface StartedState {
  isNew: boolean;
  /** Whether the event is the newest that the subscription has seen, and no administrator has given another plan since. */
  isNewest: boolean;
  /** Whether the event's plan is the subscription's now. */
  isPlan: boolean;
  /** Whether the subscription has not ended: it may be overdue, or end with its period. */
  isRunning: boolean;
  /** Null for a new subscription. */
  previousPlanKey: string | null;
  /** Whether it was canceled before the event, or the provider has not confirmed an administrator's cancellation. */
  wasCanceled: boolean;
}

export interface StartedSubscriptions {
  states: ReadonlyMap<string, StartedState>;
  /** To be published once the transaction has all its other locks. */
  changes: readonly SubscriptionChange[];
}

/**
 * Creates subscriptions, or moves those that exist on to their new period. By the provider's clock, the status follows the newest event and
 * the plan the newest payment, and the period's end only ever moves later, so that a late delivery undoes nothing. Only a payment for another
 * plan may begin a period that ends earlier, as where the provider has changed a yearly plan to a monthly one, which an administrator may have
 * given before.
 * @param started of different subscriptions
 */
export async function startSubscriptions(
  tx: Tx,
  started: readonly StartedSubscription[],
  now: Date,
): Promise<StartedSubscriptions> {
  if (started.length === 0) return { states: new Map(), changes: [] };
  const starts = started.map(({ id, provider, userId, plan, status, periodEnd, event }) => ({
    ...{ id, provider, userId, planKey: plan.key, status, periodEnd },
    eventAt: event.eventAt,
    customerId: event.customerId,
  }));
  // `xmax` is 0 for a row that was inserted, and not for one that was updated. `OFFSET 0`: see `readRecordedPayments`.
  const rows = await tx.$queryRaw<
    (SubscriptionChange & { newestAt: Date; isNew: boolean; hasWaiting: boolean; wasCanceled: boolean })[]
  >`
    WITH before AS MATERIALIZED (
      SELECT id, status, "planKey" FROM subscription WHERE id = ANY(${started.map(({ id }) => id)}::text[])
    ), s AS (
    INSERT INTO subscription AS s (id, provider, "providerSubId", "userId", "planKey", status, "currentPeriodEnd", "statusEventAt",
      "planEventAt", "providerCustomerId", "createdAt", "updatedAt")
    SELECT id, provider, id, "userId", "planKey", status, "periodEnd", "eventAt", "eventAt", "customerId", ${now}::timestamptz, ${now}::timestamptz
    FROM json_to_recordset(${JSON.stringify(starts)}::json) AS r(id text, provider text, "userId" text, "planKey" text, status text,
      "periodEnd" timestamptz, "eventAt" timestamptz, "customerId" text)
    ORDER BY id
    ON CONFLICT (id) DO UPDATE SET
      status = CASE
        WHEN s."statusEventAt" < excluded."statusEventAt" OR s."statusEventAt" = excluded."statusEventAt" AND excluded.status = 'active'
        THEN excluded.status ELSE s.status END,
      "planKey" = CASE
        WHEN coalesce(s."planEventAt", s."statusEventAt") <= excluded."planEventAt" THEN excluded."planKey" ELSE s."planKey" END,
      "currentPeriodEnd" = CASE
        WHEN coalesce(s."planEventAt", s."statusEventAt") <= excluded."planEventAt"
          AND (s."planKey" <> excluded."planKey" OR ${planPaidBefore(Prisma.sql`s.id`)} <> excluded."planKey")
        THEN excluded."currentPeriodEnd" ELSE greatest(s."currentPeriodEnd", excluded."currentPeriodEnd") END,
      "statusEventAt" = greatest(s."statusEventAt", excluded."statusEventAt"),
      "planEventAt" = greatest(coalesce(s."planEventAt", s."statusEventAt"), excluded."planEventAt"),
      "providerCustomerId" = coalesce(excluded."providerCustomerId", s."providerCustomerId"),
      "updatedAt" = excluded."updatedAt"
    RETURNING s.*, xmax = 0 AS "isNew"
    )
    SELECT ${changeColumns}, greatest("statusEventAt", "planEventAt") AS "newestAt", "isNew",
      coalesce(before.status = 'canceled' OR "providerCancel" IN ('queued', 'failed'), false) AS "wasCanceled",
      "isNew" AND EXISTS (SELECT FROM webhook_event WHERE "subscriptionId" = s.id AND ${mayWait} OFFSET 0) AS "hasWaiting"
    FROM s LEFT JOIN before ON before.id = s.id`;
  const applied = await applyWaitingEvents(
    tx,
    rows.flatMap(({ id, hasWaiting }) => (hasWaiting ? [id] : [])),
    now,
  );
  const startOf = new Map(started.map((start) => [start.id, start]));
  const states = new Map(
    rows.map(({ id, isNew, status, planKey, previousPlanKey, newestAt, wasCanceled }) => {
      const { event, plan } = startOf.get(id) ?? {};
      const isNewest = newestAt.getTime() <= (event?.eventAt.getTime() ?? 0);
      const isRunning = status !== "canceled" && status !== "expired";
      return [id, { isNew, isNewest, isPlan: planKey === plan?.key, isRunning, previousPlanKey, wasCanceled }] as const;
    }),
  );
  return { states, changes: [...rows, ...applied] };
}

/**
 * Sets the plans of users whose subscriptions were paid for, once the users are locked. An event that is older than its subscription's newest
 * one replaces only the plan that the subscription had before, or where it runs the lack of one: the newer event may have been the one that
 * called an expired subscription active again. Another plan comes from another subscription. One that runs and was paid for later keeps its
 * plan: a late renewal of the subscription that it replaced changes nothing. Nor does a late renewal from before an administrator gave a plan,
 * also where its subscription had ended here by then, and the plan was not set on it.
 */
export async function followPlans(
  tx: Tx,
  started: readonly StartedSubscription[],
  states: StartedSubscriptions["states"],
  now: Date,
): Promise<void> {
  const moves = started.flatMap(({ id, userId, plan, event: { eventAt } }) => {
    const state = states.get(id);
    if (!state || !(state.isNewest || state.isPlan)) return [];
    const { isNew, isNewest, isRunning, previousPlanKey } = state;
    const from = isNewest ? null : (previousPlanKey ?? "free");
    return [{ id, userId, eventAt, planKey: plan.key, isNew, isRunning, from }];
  });
  if (moves.length === 0) return;
  // One move a user. The newest events come last and win.
  moves.sort((a, b) => Number(a.from === null) - Number(b.from === null) || a.eventAt.getTime() - b.eventAt.getTime());
  const moveByUser = new Map(moves.map((move) => [move.userId, move]));
  // `OFFSET 0`: see `readRecordedPayments`.
  await tx.$executeRaw`
    UPDATE "user" AS u SET "planKey" = m."planKey", "updatedAt" = ${now}::timestamptz
    FROM json_to_recordset(${JSON.stringify([...moveByUser.values()])}::json)
      AS m(id text, "userId" text, "eventAt" timestamptz, "planKey" text, "isNew" boolean, "isRunning" boolean, "from" text)
    WHERE u.id = m."userId" AND u."planKey" <> m."planKey"
      AND (m."from" IS NULL OR u."planKey" = m."from" OR (m."isRunning" AND u."planKey" = 'free'))
      AND (m."isNew" OR u."planKey" = 'free' OR u."planGivenAt" IS NULL OR u."planGivenAt" < m."eventAt")
      AND NOT EXISTS (
        SELECT FROM subscription o WHERE o."userId" = m."userId" AND o.id <> m.id AND o.status IN ('active', 'trialing')
          AND o."planEventAt" > m."eventAt" OFFSET 0)`;
}

/** Gives an owner on Free the plan of a subscription that was resumed: an administrator had canceled the one that had taken its place. */
export async function giveBackPlan(tx: Tx, subscriptionId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE "user" AS u SET "planKey" = s."planKey"
    FROM (SELECT "userId", "planKey" FROM subscription WHERE id = ${subscriptionId} AND status <> 'canceled' FOR UPDATE) AS s
    WHERE u.id = s."userId" AND u."planKey" = 'free' AND u."deletedAt" IS NULL`;
}
