import type { DbOrTx } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { createdBefore, cursorOf, type Page, pageOf } from "../platform/pagination";
import { emailsOf, findUserId } from "./find-users";

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

const ENTRIES_PER_PAGE = 50;

export interface AuditLogEntry {
  id: string;
  actorId: string;
  actorEmail: string;
  /** Dotted name of what was done, such as `user.ban`. */
  action: string;
  targetId: string | null;
  /** Where the deed was done to a user. */
  targetEmail: string | null;
  /** JSON text of the particulars. */
  detail: string;
  createdAt: Date;
}

export interface AuditFilter {
  action?: string | undefined;
  /** Id or e-mail address of the administrator who did it. */
  actor?: string | undefined;
  targetId?: string | undefined;
  cursor?: string | undefined;
}

/** What administrators did, the latest first. An actor who does not exist has done nothing. */
export async function listAuditLog(ctx: ServiceContext, filter: AuditFilter): Promise<Page<AuditLogEntry>> {
  const { action, targetId } = filter;
  const actorId = filter.actor === undefined ? undefined : await findUserId(ctx, filter.actor);
  if (actorId === null) return { items: [], nextCursor: null };
  const rows = await ctx.db.auditLog.findMany({
    where: {
      AND: [
        action === undefined ? {} : { action },
        actorId === undefined ? {} : { actorId },
        targetId === undefined ? {} : { targetId },
        createdBefore(filter.cursor),
      ],
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: ENTRIES_PER_PAGE + 1,
  });
  const emails = await emailsOf(
    ctx,
    rows.flatMap((deed) => [deed.actorId, deed.targetId]),
  );
  const items = rows.map((deed) => ({
    ...deed,
    actorEmail: emails.get(deed.actorId) ?? deed.actorId,
    targetEmail: deed.targetId === null ? null : (emails.get(deed.targetId) ?? null),
  }));
  return pageOf(items, ENTRIES_PER_PAGE, (deed) => cursorOf(deed.createdAt, deed.id));
}
