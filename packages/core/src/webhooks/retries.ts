import type { DeliveryStatus, PauseReason } from "./webhook-events";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** When a delivery is tried again, and when an endpoint is given up. */
export interface RetryPolicy {
  /** Pause after the first, second, … failed attempt. After the attempt that follows the last pause the delivery has failed. */
  readonly pausesMs: readonly number[];
  /** Each pause is longer or shorter by up to this part, so that receivers that were down are not called by all at the same time. */
  readonly jitter: number;
  /** The longest `Retry-After` that is respected. */
  readonly retryAfterMaxMs: number;
  /** An endpoint is paused when it has failed for this long without a success. */
  readonly failingMaxMs: number;
}

/** Thirteen attempts in a day. */
export const RETRY_POLICY: RetryPolicy = {
  pausesMs: [
    5 * SECOND_MS,
    30 * SECOND_MS,
    2 * MINUTE_MS,
    10 * MINUTE_MS,
    30 * MINUTE_MS,
    HOUR_MS,
    2 * HOUR_MS,
    ...Array.from({ length: 5 }, () => 4 * HOUR_MS),
  ],
  jitter: 0.1,
  retryAfterMaxMs: HOUR_MS,
  failingMaxMs: 3 * 24 * HOUR_MS,
};

/** What is known of an attempt and its delivery. */
export interface Attempt {
  /** Of the response; null when there was none. */
  status: number | null;
  /** The response's `Retry-After` header. */
  retryAfter: string | null;
  /** Failed attempts of this delivery before this one. */
  failures: number;
  /** Since when the endpoint has failed; null when its last attempt succeeded. */
  failingSince: Date | null;
  now: Date;
  /** A number from 0 to 1. */
  random: number;
}

export interface AttemptDecision {
  status: DeliveryStatus;
  failures: number;
  nextAttemptAt: Date | null;
  failingSince: Date | null;
  /** Why the endpoint is paused by this attempt. */
  pause: Exclude<PauseReason, "owner"> | null;
}

const GONE = 410;

/** Any 2xx is a delivery, everything else a failure: a redirect too, because none is followed. */
export function decideAttempt(attempt: Attempt, policy: RetryPolicy): AttemptDecision {
  const { status, now, random } = attempt;
  if (status !== null && status >= 200 && status < 300)
    return { status: "delivered", failures: attempt.failures, nextAttemptAt: null, failingSince: null, pause: null };
  const failures = attempt.failures + 1;
  const failingSince = attempt.failingSince ?? now;
  const isFailing = now.getTime() - failingSince.getTime() >= policy.failingMaxMs;
  const pause = status === GONE ? "gone" : isFailing ? "failing" : null;
  const retryAfterMs = readRetryAfter(attempt.retryAfter, now);
  const pauseMs = pause === null ? pauseAfterFailure(policy, { failures, retryAfterMs, random }) : null;
  if (pauseMs === null) return { status: "failed", failures, nextAttemptAt: null, failingSince, pause };
  return { status: "pending", failures, nextAttemptAt: new Date(now.getTime() + pauseMs), failingSince, pause };
}

/**
 * How long to wait after a failed attempt; null when it was the last one.
 * @param failures failed attempts so far, this one included
 * @param retryAfterMs what the receiver asked for; null without a wish
 * @param random a number from 0 to 1
 */
export function pauseAfterFailure(
  policy: RetryPolicy,
  { failures, retryAfterMs, random }: { failures: number; retryAfterMs: number | null; random: number },
): number | null {
  const pauseMs = policy.pausesMs[failures - 1];
  if (pauseMs === undefined) return null;
  const jittered = pauseMs * (1 + policy.jitter * (2 * random - 1));
  const wished = Math.min(retryAfterMs ?? 0, policy.retryAfterMaxMs);
  return Math.round(Math.max(jittered, wished));
}

const WHOLE_SECONDS = /^\d{1,9}$/;

/** Reads a `Retry-After` header: seconds or a date. Null for anything else. */
export function readRetryAfter(header: string | null, now: Date): number | null {
  const text = header?.trim() ?? "";
  if (WHOLE_SECONDS.test(text)) return Number(text) * SECOND_MS;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
