import type { ProviderEvent } from "@app/core/billing/parse-provider-event";
import type { Tx } from "@app/db/client";

/**
 * Writes what a lifecycle event says of its subscription. An event older than what is already known changes nothing. A canceled
 * subscription stays canceled, unless a newer `subscription.active` says that the provider has taken it up again.
 * @returns whether there was something to change
 */
export async function setSubscriptionStatus(tx: Tx, event: ProviderEvent, now: Date): Promise<boolean> {
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
