import type { ServiceContext } from "../context";
import { type Page, pageOf } from "../pages/page";
import { type InboxEvent, inboxEventColumns } from "./inbox-event";

const EVENTS_PER_PAGE = 50;

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
    select: inboxEventColumns,
    orderBy: [{ receivedAt: "desc" }, { id: "desc" }],
    take: EVENTS_PER_PAGE + 1,
    ...(filter.cursor ? { cursor: { id: filter.cursor }, skip: 1 } : {}),
  });
  return pageOf(rows, EVENTS_PER_PAGE, (row) => row.id);
}
