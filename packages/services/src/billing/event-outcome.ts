import type { DbOrTx } from "@app/db/client";

/** What became of an event of the provider. `detail` is for administrators. */
export interface EventOutcome {
  outcome: "granted" | "duplicate" | "updated" | "recorded" | "rejected";
  detail: string | null;
  userId?: string;
}

/** Writes the outcome into the inbox; for a grant, in the grant's own transaction. */
export async function setEventOutcome(db: DbOrTx, inboxId: string, outcome: EventOutcome, now: Date): Promise<void> {
  await db.webhookEvent.update({
    where: { id: inboxId },
    data: {
      outcome: outcome.outcome,
      detail: outcome.detail,
      processedAt: now,
      ...(outcome.userId ? { userId: outcome.userId } : {}),
    },
  });
}
