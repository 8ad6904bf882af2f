import type { ProviderEvent } from "@app/core/billing/parse-provider-event";
import { AppError } from "@app/core/errors";
import type { ServiceContext } from "../context";
import { type EventOutcome, setEventOutcome } from "./event-outcome";
import { setSubscriptionStatus } from "./set-subscription-status";

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
