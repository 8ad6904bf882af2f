import { parseProviderEvent } from "@app/core/billing/parse-provider-event";
import type { Tx } from "@app/db/client";
import { setEventOutcome } from "./event-outcome";
import { setSubscriptionStatus } from "./set-subscription-status";

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
