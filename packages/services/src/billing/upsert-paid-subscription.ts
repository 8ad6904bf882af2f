import type { ProviderEvent } from "@app/core/billing/parse-provider-event";
import { periodEndAfter } from "@app/core/billing/period-end";
import type { SubscriptionPlan } from "@app/core/catalogue/plans";
import { Prisma, type Tx } from "@app/db/client";

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
