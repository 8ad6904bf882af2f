/** The events that a user's program can be told about. Without zod, for the browser. */
export const WEBHOOK_EVENTS = [
  "generation.completed",
  "generation.failed",
  "credits.granted",
  "credits.low",
  "subscription.updated",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Sent when the user asks for it, to every kind of endpoint. */
export const WEBHOOK_TEST = "webhook.test";
export type WebhookType = WebhookEvent | typeof WEBHOOK_TEST;

/** Endpoints of one user. */
export const WEBHOOK_ENDPOINTS_MAX = 10;
export const WEBHOOK_URL_MAX_CHARACTERS = 2_000;

/** Why an endpoint is paused: by its owner, because it answered 410 Gone, or because nothing was delivered for three days. */
export const PAUSE_REASONS = ["owner", "gone", "failing"] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

export const DELIVERY_STATUSES = ["pending", "delivered", "failed"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** In place of the time until which the secret before signs: the secret was never replaced. */
export const NEVER_REPLACED = "never";
