import type { DbOrTx } from "@app/db/client/db";
import { SERVICE_ACTOR } from "@app/db/client/service-actor";
import type { ServiceContext } from "../context";
import { createdBefore, cursorOf, type Page, pageOf } from "../platform/pagination";
import { emailsOf, findUserId } from "./find-users";

export interface AuditEntry {
  /** An administrator, a user who changes keys, webhooks or the account or resumes a plan, or `SERVICE_ACTOR`. */
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
  /** Id of what was changed, or id or e-mail address of a user, whose refunded generations and replayed events are found as well. */
  targetId?: string | undefined;
  cursor?: string | undefined;
}

/** The recorded actions, latest first. An unknown actor has none. */
export async function listAuditLog(ctx: ServiceContext, filter: AuditFilter): Promise<Page<AuditLogEntry>> {
  const { action } = filter;
  const actorId = filter.actor === undefined ? undefined : await findActorId(ctx, filter.actor);
  if (actorId === null) return { items: [], nextCursor: null };
  const targetIds = filter.targetId === undefined ? undefined : await findTargetIds(ctx, filter.targetId);
  const rows = await ctx.db.auditLog.findMany({
    where: {
      AND: [
        action === undefined ? {} : { action },
        actorId === undefined ? {} : { actorId },
        targetIds === undefined ? {} : { targetId: { in: targetIds } },
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

/** Of a user's refunds by administrators, and of the webhook events that name the user, the newest are found. */
const OWN_TARGETS_MAX = 1_000;

/** The targets that a filter names. The refund of a generation and the replay of an event have these as their target, but concern the user. */
async function findTargetIds(ctx: ServiceContext, target: string): Promise<string[]> {
  const userId = await findUserId(ctx, target);
  if (userId === null) return [target];
  const [refunds, events] = await Promise.all([
    ctx.db.creditLedger.findMany({
      where: { userId, reason: "refund", delta: { gt: 0 }, actorId: { not: null } },
      select: { paymentId: true },
      orderBy: { seq: "desc" },
      take: OWN_TARGETS_MAX,
    }),
    ctx.db.webhookEvent.findMany({
      where: { userId },
      select: { id: true },
      orderBy: [{ receivedAt: "desc" }, { id: "desc" }],
      take: OWN_TARGETS_MAX,
    }),
  ]);
  return [userId, ...refunds.flatMap(({ paymentId }) => paymentId ?? []), ...events.map(({ id }) => id)];
}
