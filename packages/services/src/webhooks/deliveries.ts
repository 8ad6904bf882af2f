import { AppError } from "@app/core/errors";
import type { DeliveryInput } from "@app/core/webhooks/endpoint-input";
import { DELIVERY_STATUSES, type DeliveryStatus } from "@app/core/webhooks/webhook-events";
import type { UserContext } from "../context";
import { addJob } from "../platform/job-queue";
import { createdBefore, cursorOf, type Page, pageOf } from "../platform/pagination";
import { consumeRateLimits } from "../platform/rate-limits";
import { requireRunning } from "./endpoints";
import { deliveryJobKey } from "./publish";

const DELIVERIES_PER_PAGE = 25;
/** A delivery has 13 attempts, and more when its owner sends it again. */
const ATTEMPTS_SHOWN_MAX = 100;

/** One HTTP request of a delivery. */
export interface WebhookAttempt {
  id: string;
  startedAt: Date;
  durationMs: number;
  /** Of the response; null when there was none. */
  status: number | null;
  error: string | null;
  /** The beginning of the response. */
  response: string | null;
}

/** A message to an endpoint in its log. */
export interface WebhookDelivery {
  id: string;
  type: string;
  status: DeliveryStatus;
  createdAt: Date;
  nextAttemptAt: Date | null;
  attempts: number;
  lastAttempt: WebhookAttempt | null;
}

const LATEST_FIRST = [{ startedAt: "desc" as const }, { id: "desc" as const }];

const deliveryColumns = {
  id: true,
  type: true,
  status: true,
  createdAt: true,
  nextAttemptAt: true,
  _count: { select: { attempts: true } },
} as const;

const statusOf = (status: string): DeliveryStatus => DELIVERY_STATUSES.find((known) => known === status) ?? "failed";

/** The log of an endpoint, latest first. Empty for an endpoint of another user. */
export async function listDeliveries(
  ctx: UserContext,
  filter: { endpointId: string; status?: DeliveryStatus | undefined; cursor?: string | undefined },
): Promise<Page<WebhookDelivery>> {
  const { endpointId, status, cursor } = filter;
  const rows = await ctx.db.webhookDelivery.findMany({
    where: {
      AND: [
        { endpointId, endpoint: { userId: ctx.actor.id } },
        status === undefined ? {} : { status },
        createdBefore(cursor),
      ],
    },
    select: { ...deliveryColumns, attempts: { orderBy: LATEST_FIRST, take: 1 } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: DELIVERIES_PER_PAGE + 1,
  });
  const items = rows.map(({ _count, attempts, ...row }) => ({
    ...row,
    status: statusOf(row.status),
    attempts: _count.attempts,
    lastAttempt: attempts[0] ?? null,
  }));
  return pageOf(items, DELIVERIES_PER_PAGE, (row) => cursorOf(row.createdAt, row.id));
}

/** A delivery with its payload and its attempts, latest first. @throws AppError `not_found` */
export async function getDelivery(
  ctx: UserContext,
  { deliveryId }: DeliveryInput,
): Promise<Omit<WebhookDelivery, "attempts" | "lastAttempt"> & { payload: string; attempts: WebhookAttempt[] }> {
  const row = await ctx.db.webhookDelivery.findFirst({
    where: { id: deliveryId, endpoint: { userId: ctx.actor.id } },
    select: {
      ...{ id: true, type: true, status: true, createdAt: true, nextAttemptAt: true, payload: true },
      attempts: {
        select: { id: true, startedAt: true, durationMs: true, status: true, error: true, response: true },
        orderBy: LATEST_FIRST,
        take: ATTEMPTS_SHOWN_MAX,
      },
    },
  });
  if (!row) throw new AppError("not_found", "Not found");
  return { ...row, status: statusOf(row.status) };
}

/**
 * Sends a message again now, with the same id and body, and all of its attempts.
 * @throws AppError `not_found`, `conflict` while the endpoint is paused, `rate_limited`
 */
export async function redeliver(ctx: UserContext, { deliveryId }: DeliveryInput): Promise<{ success: true }> {
  await consumeRateLimits(ctx, [{ limit: "webhooks", subject: ctx.actor.id }]);
  const where = { id: deliveryId, endpoint: { userId: ctx.actor.id } };
  const row = await ctx.db.webhookDelivery.findFirst({ where, select: { endpointId: true } });
  if (!row) throw new AppError("not_found", "Not found");
  const { endpointId } = row;
  await requireRunning(ctx, endpointId);
  const key = deliveryJobKey(endpointId);
  await ctx.db.$executeRaw`
    WITH again AS (
      UPDATE webhook_delivery SET status = 'pending', failures = 0, "nextAttemptAt" = ${ctx.now()}::timestamptz
      WHERE id = ${deliveryId} RETURNING id
    )
    SELECT ${addJob("deliver-webhooks", { endpointId }, { key, queue: key })} FROM again`;
  return { success: true };
}
