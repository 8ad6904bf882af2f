import type { Prisma } from "@app/db/client";
import type { ServiceContext } from "../context";
import { type Page, pageOf } from "../pages/page";

const EVENTS_PER_PAGE = 50;

const eventColumns = {
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

export type InboxEvent = Prisma.WebhookEventGetPayload<{ select: typeof eventColumns }>;

/** The provider's deliveries, the latest first. */
export async function listWebhookEvents(
  ctx: ServiceContext,
  filter: { outcome?: string | undefined; eventType?: string | undefined; cursor?: string | undefined },
): Promise<Page<InboxEvent>> {
  const rows = await ctx.db.webhookEvent.findMany({
    where: {
      ...(filter.outcome ? { outcome: filter.outcome } : {}),
      ...(filter.eventType ? { eventType: filter.eventType } : {}),
    },
    select: eventColumns,
    orderBy: [{ receivedAt: "desc" }, { id: "desc" }],
    take: EVENTS_PER_PAGE + 1,
    ...(filter.cursor ? { cursor: { id: filter.cursor }, skip: 1 } : {}),
  });
  return pageOf(rows, EVENTS_PER_PAGE, (row) => row.id);
}
