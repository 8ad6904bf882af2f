import type { ProviderEvent } from "@app/core/billing/parse-provider-event";
import { AppError } from "@app/core/errors";
import type { ServiceContext } from "../context";
import { type EventOutcome, setEventOutcome } from "./event-outcome";

/**
 * Sets a subscription's status as the provider reports it; grants nothing. An event older than what is already known changes
 * nothing, and a canceled subscription stays canceled.
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
    const changed = await tx.$executeRaw`
      UPDATE subscription SET
        status = coalesce(${event.subscriptionStatus}, status),
        "currentPeriodEnd" = greatest("currentPeriodEnd", ${event.periodEnd}::timestamptz),
        "statusEventAt" = ${event.eventAt}::timestamptz,
        "updatedAt" = ${now}::timestamptz
      WHERE id = ${event.subscriptionId} AND "statusEventAt" <= ${event.eventAt}::timestamptz AND status <> 'canceled'`;
    const outcome = lifecycleOutcome(event, subscription, changed > 0);
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
  if (!subscription) return { outcome: "recorded", detail: "no such subscription yet", ...who };
  if (!changed) return { outcome: "recorded", detail: "older than what is known", ...who };
  return { outcome: "updated", detail: `status ${event.subscriptionStatus ?? "unchanged"}`, ...who };
}
