/** The provider's words. `scheduled_cancel` still runs: it ends with the period that was paid. */
export const SUBSCRIPTION_STATUSES = [
  "active",
  "trialing",
  "canceled",
  "scheduled_cancel",
  "past_due",
  "unpaid",
  "expired",
  "paused",
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

const STATUS_BY_WORD: ReadonlyMap<string, SubscriptionStatus> = new Map([
  ...SUBSCRIPTION_STATUSES.map((status) => [status, status] as const),
  ["cancelled", "canceled"] as const,
]);

/** The status a word stands for, in either spelling of "canceled"; undefined for words not known. */
export function findSubscriptionStatus(word: string): SubscriptionStatus | undefined {
  return STATUS_BY_WORD.get(word);
}

const ENDING_STATUSES: ReadonlySet<string> = new Set<SubscriptionStatus>(["scheduled_cancel", "canceled", "expired"]);

/** Whether the provider goes on charging for a subscription of this status, now or once a payment that is due succeeds. */
export function renews(status: string): boolean {
  return !ENDING_STATUSES.has(status);
}
