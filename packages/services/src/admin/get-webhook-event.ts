import { AppError } from "@app/core/errors";
import type { ServiceContext } from "../context";
import { type InboxEvent, inboxEventColumns } from "./inbox-event";

export interface InboxEventDetail extends InboxEvent {
  /** The body as the provider sent it. */
  payload: string;
  /** Null until something became of it. */
  processedAt: Date | null;
}

/**
 * A delivery of the provider with its body.
 * @throws AppError `not_found`
 */
export async function getWebhookEvent(ctx: ServiceContext, input: { eventId: string }): Promise<InboxEventDetail> {
  const event = await ctx.db.webhookEvent.findUnique({
    where: { id: input.eventId },
    select: { ...inboxEventColumns, payload: true, processedAt: true },
  });
  if (!event) throw new AppError("not_found", "Event not found");
  return event;
}
