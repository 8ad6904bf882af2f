import { parseProviderEvent } from "@app/core/billing/provider-event";
import { AppError } from "@app/core/errors";
import type { ServiceContext } from "../context";
import type { EventOutcome } from "./event-outcome";
import { processProviderEvent } from "./process-provider-event";

/**
 * Acts again on an event from the inbox, as if the provider had sent it again. What was done once is not done twice.
 * @throws AppError `not_found`, or `bad_request` with the reason why the event cannot be acted on
 */
export async function replayWebhookEvent(ctx: ServiceContext, inboxId: string): Promise<EventOutcome> {
  const row = await ctx.db.webhookEvent.findUnique({ where: { id: inboxId } });
  if (!row) throw new AppError("not_found", "Event not found");
  if (row.eventType === "unreadable") throw new AppError("bad_request", row.detail ?? "The event cannot be read");
  const event = parseProviderEvent(JSON.parse(row.payload), row.receivedAt);
  return processProviderEvent(ctx, { inboxId, event });
}
