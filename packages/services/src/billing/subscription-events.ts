import type { SubscriptionPlan } from "@app/core/billing/catalogue";
import { type ProviderEvent, parseProviderEvent } from "@app/core/billing/provider-event";
import { periodEndAfter } from "@app/core/billing/purchase";
import { AppError } from "@app/core/errors";
import { Prisma, type Tx } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { type EventOutcome, setEventOutcome } from "./webhook-inbox";

/**
 * Sets a subscription's status as the provider reports it; grants nothing. An event of a subscription that is not stored yet waits
 * in the inbox for the payment that creates it.
 * @throws AppError `bad_request` "Missing metadata" when the event neither carries metadata nor names a subscription that is stored
 */
export async function applyLifecycleEvent(
  ctx: ServiceContext,
  inboxId: string,
  event: ProviderEvent,
): Promise<EventOutcome> {
  const now = ctx.now();
  const subscription = event.subscriptionId
    ? await ctx.db.subscription.findUnique({ where: { id: event.subscriptionId } })
    : null;
  if (!subscription && !event.metadata) throw new AppError("bad_request", "Missing metadata");

  return ctx.db.$transaction(async (tx) => {
    const changed = await setSubscriptionStatus(tx, event, now);
    const outcome = lifecycleOutcome(event, subscription, changed);
    await setEventOutcome(tx, inboxId, outcome, now);
    return outcome;
  });
}

function lifecycleOutcome(
  event: ProviderEvent,
  subscription: { userId: string } | null,
  changed: boolean,
): EventOutcome {
  const userId = subscription?.userId ?? event.metadata?.userId;
  const who = userId ? { userId } : {};
  if (changed) return { outcome: "updated", detail: `status ${event.subscriptionStatus ?? "unchanged"}`, ...who };
  if (!subscription) return { outcome: "recorded", detail: "waits for its subscription", ...who };
  return { outcome: "recorded", detail: "older than what is known", ...who };
}

/**
 * Writes what a lifecycle event says of its subscription. An event older than what is already known changes nothing. A canceled
 * subscription stays canceled, unless a newer `subscription.active` says that the provider has taken it up again.
 * @returns whether there was something to change
 */
async function setSubscriptionStatus(tx: Tx, event: ProviderEvent, now: Date): Promise<boolean> {
  const changed = await tx.$executeRaw`
    UPDATE subscription SET
      status = coalesce(${event.subscriptionStatus}, status),
      "currentPeriodEnd" = greatest("currentPeriodEnd", ${event.periodEnd}::timestamptz),
      "providerCustomerId" = coalesce(${event.customerId}, "providerCustomerId"),
      "statusEventAt" = ${event.eventAt}::timestamptz,
      "updatedAt" = ${now}::timestamptz
    WHERE id = ${event.subscriptionId} AND "statusEventAt" <= ${event.eventAt}::timestamptz
      AND (status <> 'canceled' OR (${event.eventType === ACTIVE_EVENT} AND "statusEventAt" < ${event.eventAt}::timestamptz))`;
  return changed + (await noteCanceledAtProvider(tx, event)) > 0;
}

const ACTIVE_EVENT = "subscription.active";

/** What an administrator's cancellation waits for may also happen at the provider's own pages. */
async function noteCanceledAtProvider(tx: Tx, event: ProviderEvent): Promise<number> {
  if (event.subscriptionStatus !== "canceled") return 0;
  return tx.$executeRaw`
    UPDATE subscription SET "providerCancel" = 'done', "providerCancelError" = NULL
    WHERE id = ${event.subscriptionId} AND "providerCancel" IN ('queued', 'failed')
      AND "providerCancelAt" <= ${event.eventAt}::timestamptz`;
}

/** A subscription that does not exist yet has a handful of events at most. */
const WAITING_EVENTS_MAX = 100;

/**
 * Applies the events of a subscription that arrived before the payment that created it: a cancellation that overtook its purchase is
 * not lost. Those the provider made before the payment change nothing, as ever.
 */
export async function applyWaitingEvents(tx: Tx, created: { subscriptionId: string; now: Date }): Promise<void> {
  const { subscriptionId, now } = created;
  const rows = await tx.webhookEvent.findMany({
    where: { subscriptionId, outcome: { in: ["received", "recorded"] } },
    orderBy: [{ eventAt: "asc" }, { id: "asc" }],
    take: WAITING_EVENTS_MAX,
  });
  for (const row of rows) {
    const event = parseProviderEvent(JSON.parse(row.payload), row.receivedAt);
    if (event.purpose !== "lifecycle" || !(await setSubscriptionStatus(tx, event, now))) continue;
    await setEventOutcome(tx, row.id, { outcome: "updated", detail: "applied with its subscription's payment" }, now);
  }
}

/**
 * What a payment does to a subscription `s` that is there already. Status and plan follow the newest event by the provider's own clock,
 * and the period's end only ever moves later, so a late delivery undoes nothing.
 */
export const onPaidSubscriptionConflict = Prisma.sql`
  ON CONFLICT (id) DO UPDATE SET
    status = CASE
      WHEN s."statusEventAt" < excluded."statusEventAt" OR s."statusEventAt" = excluded."statusEventAt" AND excluded.status = 'active'
      THEN excluded.status ELSE s.status END,
    "planKey" = CASE WHEN s."statusEventAt" <= excluded."statusEventAt" THEN excluded."planKey" ELSE s."planKey" END,
    "currentPeriodEnd" = greatest(s."currentPeriodEnd", excluded."currentPeriodEnd"),
    "statusEventAt" = greatest(s."statusEventAt", excluded."statusEventAt"),
    "providerCustomerId" = coalesce(excluded."providerCustomerId", s."providerCustomerId"),
    "updatedAt" = excluded."updatedAt"`;

interface PaidSubscription {
  subscriptionId: string;
  provider: string;
  userId: string;
  plan: SubscriptionPlan;
  event: ProviderEvent;
  /** A trial has begun, or a payment has been made. */
  status: "trialing" | "active";
  now: Date;
}

/**
 * Creates the subscription of a payment or a trial, or moves the one that is there on to its new period.
 * @returns whether the event is the newest the subscription has seen, and whether it is the one that created it
 */
export async function upsertPaidSubscription(
  tx: Tx,
  paid: PaidSubscription,
): Promise<{ isNewest: boolean; isNew: boolean }> {
  const { subscriptionId, plan, event, now } = paid;
  // A trial's length is not known where its event does not say it: until another one does, it ends at once.
  const assumedEnd = paid.status === "trialing" ? event.eventAt : periodEndAfter(plan, event.eventAt);
  const periodEnd = event.periodEnd ?? assumedEnd;
  const rows = await tx.$queryRaw<{ isNewest: boolean; isNew: boolean }[]>`
    INSERT INTO subscription AS s (id, provider, "providerSubId", "userId", "planKey", status, "currentPeriodEnd", "statusEventAt", "providerCustomerId", "createdAt", "updatedAt")
    VALUES (${subscriptionId}, ${paid.provider}, ${subscriptionId}, ${paid.userId}, ${plan.key}, ${paid.status}, ${periodEnd}::timestamptz,
      ${event.eventAt}::timestamptz, ${event.customerId}, ${now}::timestamptz, ${now}::timestamptz)
    ${onPaidSubscriptionConflict}
    RETURNING "statusEventAt" <= ${event.eventAt}::timestamptz AS "isNewest", xmax = 0 AS "isNew"`;
  return rows[0] ?? { isNewest: false, isNew: false };
}
