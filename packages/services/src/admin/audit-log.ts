import type { DbOrTx } from "@app/db/client/db";
import { SERVICE_ACTOR } from "@app/db/client/service-actor";
import type { ServiceContext } from "../context";
import { createdBefore, cursorOf, type Page, pageOf } from "../platform/pagination";
import { emailsOf, findUserId } from "./find-users";

export interface AuditEntry {
  /** An administrator, a user who changes keys, webhooks or the account, or `SERVICE_ACTOR`. */
  actorId: string;
  /** Dotted name of the action, such as `user.ban`. */
  action: string;
  /** Null for an action without a target. */
  targetId: string | null;
  detail: Readonly<Record<string, string | number | boolean | null>>;
  now: Date;
}

/** Records an action. Called in the transaction of the action itself. */
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
  /** Dotted name of the action, such as `user.ban`. */
  action: string;
  targetId: string | null;
  /** Null when the target is not a user. */
  targetEmail: string | null;
  /** JSON text. */
  detail: string;
  createdAt: Date;
}

export interface AuditFilter {
  action?: string | undefined;
  /** Id or e-mail address of the one who acted, or `service`. */
  actor?: string | undefined;
  /** Id of what was changed, or the e-mail address of a user. */
  targetId?: string | undefined;
  cursor?: string | undefined;
}

/** The recorded actions, latest first. An unknown actor has none. */
export async function listAuditLog(ctx: ServiceContext, filter: AuditFilter): Promise<Page<AuditLogEntry>> {
  const { action } = filter;
  const actorId = filter.actor === undefined ? undefined : await findActorId(ctx, filter.actor);
  if (actorId === null) return { items: [], nextCursor: null };
  const targetId = filter.targetId && ((await findUserId(ctx, filter.targetId)) ?? filter.targetId);
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
    rows.flatMap((row) => [row.actorId, row.targetId]),
  );
  const items = rows.map((row) => ({
    ...row,
    actorEmail: emails.get(row.actorId) ?? row.actorId,
    targetEmail: row.targetId === null ? null : (emails.get(row.targetId) ?? null),
  }));
  return pageOf(items, ENTRIES_PER_PAGE, (row) => cursorOf(row.createdAt, row.id));
}

async function findActorId(ctx: ServiceContext, actor: string): Promise<string | null> {
  return actor === SERVICE_ACTOR ? SERVICE_ACTOR : findUserId(ctx, actor);
}
