import type { Prisma } from "@app/db/client";
import type { ServiceContext } from "../context";
import { cursorOf, readTimeCursor } from "../pages/keyset";
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
      AND: [
        filter.outcome === undefined ? {} : { outcome: filter.outcome },
        filter.eventType === undefined ? {} : { eventType: filter.eventType },
        receivedBefore(filter.cursor),
      ],
    },
    select: inboxEventColumns,
    orderBy: [{ receivedAt: "desc" }, { id: "desc" }],
    take: EVENTS_PER_PAGE + 1,
  });
  return pageOf(rows, EVENTS_PER_PAGE, (row) => cursorOf(row.receivedAt, row.id));
}

/** As `createdBefore`, by the time of arrival. */
function receivedBefore(cursor: string | undefined): Prisma.WebhookEventWhereInput {
  if (cursor === undefined) return {};
  const { at, id } = readTimeCursor(cursor);
  return { AND: [{ receivedAt: { lte: at } }, { OR: [{ receivedAt: { lt: at } }, { id: { lt: id } }] }] };
}
