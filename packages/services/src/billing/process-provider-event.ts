import type { ProviderEvent } from "@app/core/billing/provider-event";
import { AppError } from "@app/core/errors";
import type { ServiceContext } from "../context";
import { applyMoneyBack } from "./apply-money-back";
import { type EventOutcome, setEventOutcome } from "./event-outcome";
import { recordPlainPayment } from "./record-plain-payment";
import { recordPurchase } from "./record-purchase";
import { resolvePurchase } from "./resolve-purchase";
import type { StoredEvent } from "./store-provider-event";
import { applyLifecycleEvent } from "./subscription-lifecycle";

/**
 * Acts on an event from the inbox, for the first time or again: acting twice changes nothing more.
 * @throws AppError `bad_request` when the event cannot be acted on; the inbox then says why
 */
export async function processProviderEvent(ctx: ServiceContext, stored: StoredEvent): Promise<EventOutcome> {
  try {
    return await act(ctx, stored);
  } catch (error) {
    if (error instanceof AppError)
      await setEventOutcome(ctx.db, stored.inboxId, { outcome: "rejected", detail: error.message }, ctx.now());
    throw error;
  }
}

async function act(ctx: ServiceContext, { inboxId, event }: StoredEvent): Promise<EventOutcome> {
  switch (event.purpose) {
    case "grant": {
      const outcome = await recordPlainPayment(ctx, { inboxId, event });
      return outcome ?? recordPurchase(ctx, inboxId, event, await resolvePurchase(ctx, event));
    }
    case "lifecycle":
      return applyLifecycleEvent(ctx, inboxId, event);
    case "record":
      return applyMoneyBack(ctx, inboxId, event);
    case "unknown":
      requireMetadata(event);
      return record(ctx, inboxId);
  }
}

async function record(ctx: ServiceContext, inboxId: string): Promise<EventOutcome> {
  const outcome = { outcome: "recorded", detail: "event type is not acted on" } as const;
  await setEventOutcome(ctx.db, inboxId, outcome, ctx.now());
  return outcome;
}

function requireMetadata(event: ProviderEvent): void {
  if (!event.metadata) throw new AppError("bad_request", "Missing metadata");
}
