import { AppError } from "@app/core/errors";
import { replayWebhookEvent } from "../billing/replay-webhook-event";
import type { UserContext } from "../context";
import { writeAudit } from "./write-audit";

export interface ReplayedEvent {
  outcome: string;
  detail: string | null;
}

/**
 * An administrator has an event of the inbox acted on again. A try that is refused is recorded as well.
 * @throws AppError `not_found`, or `bad_request` with the reason why the event cannot be acted on
 */
export async function replayEvent(ctx: UserContext, input: { eventId: string }): Promise<ReplayedEvent> {
  const record = (result: ReplayedEvent) =>
    writeAudit(ctx.db, {
      actorId: ctx.actor.id,
      action: "webhook.replay",
      targetId: input.eventId,
      detail: { ...result },
      now: ctx.now(),
    });
  try {
    const { outcome, detail } = await replayWebhookEvent(ctx, input.eventId);
    await record({ outcome, detail });
    return { outcome, detail };
  } catch (error) {
    if (error instanceof AppError && error.code !== "not_found")
      await record({ outcome: "rejected", detail: error.message });
    throw error;
  }
}
