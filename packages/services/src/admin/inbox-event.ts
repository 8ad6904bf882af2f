import type { Prisma } from "@app/db/client";

/** What lists show of a delivery of the provider. */
export const inboxEventColumns = {
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

export type InboxEvent = Prisma.WebhookEventGetPayload<{ select: typeof inboxEventColumns }>;
