import type { SubscriptionStatus } from "../billing/subscription-status";

/** Subscriptions in these states may still take money: `scheduled_cancel` ends with the period that was paid. */
export const RENEWING_STATUSES: readonly SubscriptionStatus[] = ["active", "trialing", "past_due", "unpaid", "paused"];
