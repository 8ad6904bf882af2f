/** The provider's statuses. `scheduled_cancel` still runs: it ends with the paid period. */
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

const STATUS_BY_SPELLING: ReadonlyMap<string, SubscriptionStatus> = new Map([
  ...SUBSCRIPTION_STATUSES.map((status) => [status, status] as const),
  ["cancelled", "canceled"] as const,
]);

/** The status of a text, in either spelling of "canceled". Undefined for an unknown text. */
export function findSubscriptionStatus(text: string): SubscriptionStatus | undefined {
  return STATUS_BY_SPELLING.get(text);
}

const ENDING_STATUSES: ReadonlySet<string> = new Set<SubscriptionStatus>(["scheduled_cancel", "canceled"]);

/** Whether the provider may still charge for a subscription of this status, now or when an overdue payment succeeds. */
export function renews(status: string): boolean {
  return !ENDING_STATUSES.has(status);
}

/** Statuses under which the provider may still take money. `expired` is one of them: only a canceled subscription is never paid again. */
export const RENEWING_STATUSES: readonly SubscriptionStatus[] = SUBSCRIPTION_STATUSES.filter(renews);

/** How the provider is asked to cancel: at the end of the paid period, or at once. */
export type CancelMode = "scheduled" | "immediate";

const UNPAID_STATUSES: ReadonlySet<string> = new Set<SubscriptionStatus>(["past_due", "unpaid", "expired"]);

/** Whether the last payment is missing. */
export function isUnpaid(status: string): boolean {
  return UNPAID_STATUSES.has(status);
}

/** At once where the last payment is missing: there is no paid period to wait for, and the provider would try to charge again. */
export function cancelModeOf(status: string): CancelMode {
  return isUnpaid(status) ? "immediate" : "scheduled";
}

/** Whether a subscription's cancellation can be taken back: it is to end with its paid period, which still runs. */
export function isResumable(
  { status, currentPeriodEnd }: { status: string; currentPeriodEnd: Date },
  now: Date,
): boolean {
  return status === ("scheduled_cancel" satisfies SubscriptionStatus) && currentPeriodEnd > now;
}

/** Whether its owner may take a subscription's cancellation back: while another one of `owned` renews, both would be charged. */
export function canResume(
  subscription: { status: string; currentPeriodEnd: Date },
  owned: readonly { status: string }[],
  now: Date,
): boolean {
  return isResumable(subscription, now) && !owned.some(({ status }) => renews(status));
}

/** How long a replaced plan may take to end at the provider before its owner is told that both renew. It ends in the background. */
const PLAN_CHANGE_MS = 10 * 60_000;

/**
 * Whether more than one subscription renews, as after purchases in two tabs. False while the newest is younger than ten minutes, because it may
 * replace the older one, which then ends in the background. An expired subscription does not count: the page has a text of its own for it.
 */
export function paysForSeveral(owned: readonly { status: string; createdAt: Date }[], now: Date): boolean {
  const running = owned.filter(({ status }) => renews(status) && status !== ("expired" satisfies SubscriptionStatus));
  return running.length > 1 && running.every(({ createdAt }) => now.getTime() - createdAt.getTime() >= PLAN_CHANGE_MS);
}
