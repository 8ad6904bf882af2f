import { AppError } from "@app/core/errors";
import type {
  CreateEndpointInput,
  EndpointInput,
  RotateSecretInput,
  UpdateEndpointInput,
} from "@app/core/webhooks/endpoint-input";
import {
  NEVER_REPLACED,
  PAUSE_REASONS,
  type PauseReason,
  WEBHOOK_ENDPOINTS_MAX,
  WEBHOOK_EVENTS,
  WEBHOOK_TEST,
  type WebhookEvent,
} from "@app/core/webhooks/webhook-events";
import type { Prisma, Tx } from "@app/db/client/db";
import { lockSignedInUser } from "../account/sessions";
import { type AuditEntry, writeAudit } from "../admin/audit-log";
import type { UserContext } from "../context";
import { createId } from "../platform/create-id";
import { consumeRateLimits } from "../platform/rate-limits";
import { pauseEndpoint } from "./pause";
import { publishTo } from "./publish";
import { createEndpointSecret, openEndpointSecret, PREVIOUS_SECRET_MS } from "./secrets";

/** An endpoint as its owner sees it, without its secret. */
export interface WebhookEndpoint {
  id: string;
  url: string;
  events: WebhookEvent[];
  pausedAt: Date | null;
  pauseReason: PauseReason | null;
  failingSince: Date | null;
  /** Until then the secret before the last rotation signs as well. */
  previousSecretUntil: Date | null;
  createdAt: Date;
}

const endpointColumns = {
  id: true,
  url: true,
  events: true,
  pausedAt: true,
  pauseReason: true,
  failingSince: true,
  previousSecretUntil: true,
  createdAt: true,
} as const satisfies Prisma.WebhookEndpointSelect;

function toEndpoint(row: Prisma.WebhookEndpointGetPayload<{ select: typeof endpointColumns }>): WebhookEndpoint {
  return {
    ...row,
    events: WEBHOOK_EVENTS.filter((event) => row.events.includes(event)),
    pauseReason: PAUSE_REASONS.find((reason) => reason === row.pauseReason) ?? null,
  };
}

/** The user's endpoints, oldest first. */
export async function listEndpoints(ctx: UserContext): Promise<WebhookEndpoint[]> {
  const rows = await ctx.db.webhookEndpoint.findMany({
    where: { userId: ctx.actor.id },
    select: endpointColumns,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: WEBHOOK_ENDPOINTS_MAX,
  });
  return rows.map(toEndpoint);
}

/** @throws AppError `not_found` */
export async function getEndpoint(ctx: UserContext, { endpointId }: EndpointInput): Promise<WebhookEndpoint> {
  const row = await ctx.db.webhookEndpoint.findFirst({ where: own(ctx, endpointId), select: endpointColumns });
  if (!row) throw notFound();
  return toEndpoint(row);
}

const own = (ctx: UserContext, endpointId: string) => ({ id: endpointId, userId: ctx.actor.id });

const notFound = () => new AppError("not_found", "Not found");

/** @throws AppError `rate_limited` */
const countChange = (ctx: UserContext) => consumeRateLimits(ctx, [{ limit: "webhooks", subject: ctx.actor.id }]);

/** @throws AppError `bad_request` for an address that may not be called */
function requireAllowedUrl(ctx: UserContext, url: string): void {
  const problem = ctx.clients.webhooks.findProblem(url);
  if (problem !== null) throw new AppError("bad_request", problem);
}

function audit(tx: Tx, ctx: UserContext, action: string, detail: AuditEntry["detail"]): Promise<void> {
  const { id } = ctx.actor;
  return writeAudit(tx, { actorId: id, action: `webhook.${action}`, targetId: id, detail, now: ctx.now() });
}

/**
 * Creates an endpoint. The result has its secret, which its owner may also reveal later.
 * @throws AppError `bad_request` for an address that may not be called, `conflict` for too many endpoints, `rate_limited`; `unauthorized` or
 *   `forbidden` when the session has ended meanwhile
 */
export async function createEndpoint(
  ctx: UserContext,
  { url, events }: CreateEndpointInput,
): Promise<WebhookEndpoint & { secret: string }> {
  await countChange(ctx);
  requireAllowedUrl(ctx, url);
  const { id: userId } = ctx.actor;
  const id = createId();
  const { secret, sealed } = createEndpointSecret(ctx, id);
  const created = await ctx.db.$transaction(async (tx) => {
    // Counts and creates one endpoint after the other.
    await lockSignedInUser(tx, ctx);
    if ((await tx.webhookEndpoint.count({ where: { userId } })) >= WEBHOOK_ENDPOINTS_MAX)
      throw new AppError("conflict", `You can have ${WEBHOOK_ENDPOINTS_MAX} webhooks. Remove one first.`);
    const data = { id, userId, url, events: [...events], sealedSecret: sealed, createdAt: ctx.now() };
    const row = await tx.webhookEndpoint.create({ data, select: endpointColumns });
    await audit(tx, ctx, "create", { endpointId: id, url, events: events.join(" ") });
    return row;
  });
  return { ...toEndpoint(created), secret };
}

/**
 * Changes address and events. Messages that wait are sent to the new address, which has not failed yet.
 * @throws AppError `bad_request` for an address that may not be called, `not_found`, `rate_limited`; as `createEndpoint` when the session has
 *   ended meanwhile
 */
export async function updateEndpoint(
  ctx: UserContext,
  { endpointId, url, events }: UpdateEndpointInput,
): Promise<{ success: true }> {
  await countChange(ctx);
  requireAllowedUrl(ctx, url);
  await ctx.db.$transaction(async (tx) => {
    await lockSignedInUser(tx, ctx);
    const where = own(ctx, endpointId);
    // How long the address before has failed says nothing about this one.
    await tx.webhookEndpoint.updateMany({ where: { ...where, url: { not: url } }, data: { failingSince: null } });
    const { count } = await tx.webhookEndpoint.updateMany({ where, data: { url, events: [...events] } });
    if (count === 0) throw notFound();
    await audit(tx, ctx, "update", { endpointId, url, events: events.join(" ") });
  });
  return { success: true };
}

/**
 * The secret of an endpoint, for its owner. A deliberate action that is written to the audit log.
 * @throws AppError `not_found`, `rate_limited`
 */
export async function revealSecret(ctx: UserContext, { endpointId }: EndpointInput): Promise<{ secret: string }> {
  await countChange(ctx);
  return ctx.db.$transaction(async (tx) => {
    await lockSignedInUser(tx, ctx);
    const row = await tx.webhookEndpoint.findFirst({ where: own(ctx, endpointId), select: { sealedSecret: true } });
    if (!row) throw notFound();
    await audit(tx, ctx, "revealSecret", { endpointId });
    return { secret: openEndpointSecret(ctx, endpointId, row.sealedSecret) };
  });
}

/**
 * Replaces the secret. For 24 hours the one before signs as well, so that the receiver can change over without losing a message. A second
 * rotation within that time ends the oldest one. If the owner has not seen the last rotation, because its response was lost or another tab made
 * it, nothing is rotated: the current secret is returned, and the one that the receiver has still signs.
 * @throws AppError `not_found`, `rate_limited`
 */
export async function rotateSecret(
  ctx: UserContext,
  { endpointId, seenPreviousUntil }: RotateSecretInput,
): Promise<{ secret: string }> {
  await countChange(ctx);
  const { secret, sealed } = createEndpointSecret(ctx, endpointId);
  const until = new Date(ctx.now().getTime() + PREVIOUS_SECRET_MS);
  return ctx.db.$transaction(async (tx) => {
    await lockSignedInUser(tx, ctx);
    const select = { sealedSecret: true, previousSecretUntil: true };
    const row = await tx.webhookEndpoint.findFirst({ where: own(ctx, endpointId), select });
    if (!row) throw notFound();
    const previousUntil = row.previousSecretUntil?.toISOString() ?? NEVER_REPLACED;
    if (seenPreviousUntil != null && seenPreviousUntil !== previousUntil) {
      await audit(tx, ctx, "revealSecret", { endpointId });
      return { secret: openEndpointSecret(ctx, endpointId, row.sealedSecret) };
    }
    const count = await tx.$executeRaw`
      UPDATE webhook_endpoint SET "sealedPreviousSecret" = "sealedSecret", "sealedSecret" = ${sealed}, "previousSecretUntil" = ${until}::timestamptz
      WHERE id = ${endpointId} AND "userId" = ${ctx.actor.id}`;
    if (count === 0) throw notFound();
    await audit(tx, ctx, "rotateSecret", { endpointId });
    return { secret };
  });
}

/** @throws AppError `not_found`, `rate_limited` */
export async function pauseOwnEndpoint(ctx: UserContext, { endpointId }: EndpointInput): Promise<{ success: true }> {
  await countChange(ctx);
  await getEndpoint(ctx, { endpointId });
  await ctx.db.$transaction(async (tx) => {
    if (await pauseEndpoint(tx, { endpointId, reason: "owner", now: ctx.now() }))
      await audit(tx, ctx, "pause", { endpointId });
  });
  return { success: true };
}

/**
 * Sends new events again. Those that happened during the pause were not recorded. Does nothing for a webhook that is not paused.
 * @throws AppError `not_found`, `rate_limited`
 */
export async function resumeEndpoint(ctx: UserContext, { endpointId }: EndpointInput): Promise<{ success: true }> {
  await countChange(ctx);
  await ctx.db.$transaction(async (tx) => {
    await lockSignedInUser(tx, ctx);
    const data = { pausedAt: null, pauseReason: null, failingSince: null };
    const paused = { ...own(ctx, endpointId), pausedAt: { not: null } };
    const { count } = await tx.webhookEndpoint.updateMany({ where: paused, data });
    if (count > 0) await audit(tx, ctx, "resume", { endpointId });
    else if ((await tx.webhookEndpoint.count({ where: own(ctx, endpointId) })) === 0) throw notFound();
  });
  return { success: true };
}

/** Removes an endpoint with its log. @throws AppError `not_found`, `rate_limited` */
export async function removeEndpoint(ctx: UserContext, { endpointId }: EndpointInput): Promise<{ success: true }> {
  await countChange(ctx);
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.webhookEndpoint.deleteMany({ where: own(ctx, endpointId) });
    if (count === 0) throw notFound();
    await audit(tx, ctx, "remove", { endpointId });
  });
  return { success: true };
}

/**
 * Sends a test message, which is signed, retried and logged as every other one.
 * @throws AppError `not_found`, `conflict` while the endpoint is paused, `rate_limited`
 */
export async function sendTest(ctx: UserContext, { endpointId }: EndpointInput): Promise<{ deliveryId: string }> {
  await countChange(ctx);
  await requireRunning(ctx, endpointId);
  const now = ctx.now();
  const payload = { type: WEBHOOK_TEST, timestamp: now.toISOString(), data: { endpointId } } as const;
  return { deliveryId: await publishTo(ctx.db, endpointId, payload, now) };
}

/** @throws AppError `not_found`, `conflict` while the endpoint is paused */
export async function requireRunning(ctx: UserContext, endpointId: string): Promise<void> {
  const { pausedAt } = await getEndpoint(ctx, { endpointId });
  if (pausedAt) throw new AppError("conflict", "The webhook is paused. Resume it first.");
}
