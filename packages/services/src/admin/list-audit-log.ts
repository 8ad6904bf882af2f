import type { ServiceContext } from "../context";
import { createdBefore, cursorOf } from "../pages/keyset";
import { type Page, pageOf } from "../pages/page";
import { emailsOf, findUserId } from "./find-users";

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
