import type { SubscriptionStatus } from "@app/core/billing/subscription-status";

const TEXT_BY_STATUS: Record<SubscriptionStatus, string> = {
  active: "Active",
  trialing: "On trial",
  canceled: "Canceled",
  scheduled_cancel: "Ends with this period",
  past_due: "Payment overdue",
  unpaid: "Unpaid",
  expired: "Expired",
  paused: "Paused",
};

const TEXTS: ReadonlyMap<string, string> = new Map(Object.entries(TEXT_BY_STATUS));

export function subscriptionStatusText(status: string): string {
  return TEXTS.get(status) ?? status;
}
