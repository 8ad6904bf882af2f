import type { DbOrTx } from "@app/db/client/db";

/** What became of an event of the provider. `detail` is for administrators. */
export interface EventOutcome {
  outcome: "granted" | "duplicate" | "updated" | "recorded" | "rejected";
  detail: string | null;
  userId?: string;
}

/** What the inbox says of a duplicate. */
export const ALREADY_RECORDED = "this payment is already recorded";

/**
 * Writes the outcome into the inbox; for a grant, in the grant's own transaction. An event that granted stays "granted": a replay
 * finds its own payment taken, which says nothing new of the event.
 */
export async function setEventOutcome(db: DbOrTx, inboxId: string, outcome: EventOutcome, now: Date): Promise<void> {
  await db.webhookEvent.updateMany({
    where: { id: inboxId, outcome: { not: "granted" } },
    data: {
      outcome: outcome.outcome,
      detail: outcome.detail,
      processedAt: now,
      ...(outcome.userId ? { userId: outcome.userId } : {}),
    },
  });
}
