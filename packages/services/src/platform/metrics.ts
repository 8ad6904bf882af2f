import type { JobPayloads } from "./job-queue";

/** How a webhook delivery may end. `failed`: an unexpected error, which the provider retries. */
export const WEBHOOK_OUTCOMES = [
  "granted",
  "duplicate",
  "updated",
  "recorded",
  "rejected",
  "invalid_signature",
  "failed",
] as const;
export type WebhookOutcome = (typeof WEBHOOK_OUTCOMES)[number];

/** How an attempt to deliver an outgoing webhook may end. */
export const WEBHOOK_ATTEMPT_OUTCOMES = ["delivered", "refused", "unreachable"] as const;
export type WebhookAttemptOutcome = (typeof WEBHOOK_ATTEMPT_OUTCOMES)[number];

/** What use cases report when it has happened, after the commit. Where the figures go is not their concern. */
export interface Metrics {
  creditsSpent(reason: string, credits: number): void;
  /** A spend that the balance did not cover. */
  spendRefused(reason: string): void;
  creditsGranted(reason: string, credits: number): void;
  generationEnded(type: "chat" | "image" | "video", status: "completed" | "failed"): void;
  webhookReceived(outcome: WebhookOutcome): void;
  checkoutOpened(): void;
  /** One request to a user's endpoint. `refused`: any response but a 2xx. */
  webhookAttempted(outcome: WebhookAttemptOutcome): void;
  /** One attempt of a background job failed. It is retried. */
  jobFailed(name: keyof JobPayloads): void;
}

/** For processes that report no metrics. */
export const NO_METRICS: Metrics = {
  creditsSpent: () => undefined,
  spendRefused: () => undefined,
  creditsGranted: () => undefined,
  generationEnded: () => undefined,
  webhookReceived: () => undefined,
  checkoutOpened: () => undefined,
  webhookAttempted: () => undefined,
  jobFailed: () => undefined,
};
