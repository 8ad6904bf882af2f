import { AppError } from "@app/core/errors";
import type { Prisma } from "@app/db/client/db";
import { replayWebhookEvent } from "../billing/receive-webhook";
import type { ServiceContext, UserContext } from "../context";
import { cursorOf, type Page, pageOf, readTimeCursor } from "../platform/pagination";
import { writeAudit } from "./audit-log";
import { findUserId } from "./find-users";

const EVENTS_PER_PAGE = 50;

export interface WebhookEventFilter {
  outcome?: string | undefined;
  eventType?: string | undefined;
  /** Id or e-mail address of a user, or the id of a payment or a subscription. */
  search?: string | undefined;
  cursor?: string | undefined;
}

/** The provider's webhook events, latest first. */
export async function listWebhookEvents(ctx: ServiceContext, filter: WebhookEventFilter): Promise<Page<InboxEvent>> {
  const rows = await ctx.db.webhookEvent.findMany({
    where: {
      AND: [
        filter.outcome === undefined ? {} : { outcome: filter.outcome },
        filter.eventType === undefined ? {} : { eventType: filter.eventType },
        filter.search === undefined ? {} : await matchesEvent(ctx, filter.search),
        receivedBefore(filter.cursor),
      ],
    },
    select: inboxEventColumns,
    orderBy: [{ receivedAt: "desc" }, { id: "desc" }],
    take: EVENTS_PER_PAGE + 1,
  });
  return pageOf(rows, EVENTS_PER_PAGE, (row) => cursorOf(row.receivedAt, row.id));
}

async function matchesEvent(ctx: ServiceContext, search: string): Promise<Prisma.WebhookEventWhereInput> {
  const userId = await findUserId(ctx, search);
  return { OR: [...(userId === null ? [] : [{ userId }]), { paymentId: search }, { subscriptionId: search }] };
}

/** As `createdBefore`, by the time of receipt. */
function receivedBefore(cursor: string | undefined): Prisma.WebhookEventWhereInput {
  if (cursor === undefined) return {};
  const { at, id } = readTimeCursor(cursor);
  return { AND: [{ receivedAt: { lte: at } }, { OR: [{ receivedAt: { lt: at } }, { id: { lt: id } }] }] };
}

export interface InboxEventDetail extends InboxEvent {
  /** The body as the provider sent it. */
  payload: string;
  /** Null while it waits to be processed. */
  processedAt: Date | null;
}

/**
 * A webhook event with its body.
 * @throws AppError `not_found`
 */
export async function getWebhookEvent(ctx: ServiceContext, input: { eventId: string }): Promise<InboxEventDetail> {
  const event = await ctx.db.webhookEvent.findUnique({
    where: { id: input.eventId },
    select: { ...inboxEventColumns, payload: true, processedAt: true },
  });
  if (!event) throw new AppError("not_found", "Event not found");
  return event;
}

export interface ReplayedEvent {
  outcome: string;
  detail: string | null;
}

/**
 * Admin action: processes a stored webhook event again. An attempt that is refused is recorded as well.
 * @throws AppError `not_found`, or `bad_request` with the reason why the event cannot be processed
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

/** The columns of a webhook event in lists. */
const inboxEventColumns = {
  id: true,
  provider: true,
  providerEventId: true,
  eventType: true,
  outcome: true,
  detail: true,
  paymentId: true,
  subscriptionId: true,
  userId: true,
  eventAt: true,
  receivedAt: true,
} as const satisfies Prisma.WebhookEventSelect;

type InboxEvent = Prisma.WebhookEventGetPayload<{ select: typeof inboxEventColumns }>;
