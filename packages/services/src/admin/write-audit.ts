import type { DbOrTx } from "@app/db/client";

/** What the audit log names as the actor where the service itself noted something. */
export const SERVICE_ACTOR = "service";

export interface AuditEntry {
  actorId: string;
  /** Dotted name of what was done, such as `user.ban`. */
  action: string;
  /** Null for a deed that is done to nobody in particular. */
  targetId: string | null;
  detail: Readonly<Record<string, string | number | boolean | null>>;
  now: Date;
}

/** Records what an administrator did. Called in the transaction of the deed itself. */
export async function writeAudit(tx: DbOrTx, entry: AuditEntry): Promise<void> {
  const { actorId, action, targetId, now } = entry;
  await tx.auditLog.create({
    data: { actorId, action, targetId, detail: JSON.stringify(entry.detail), createdAt: now },
  });
}
