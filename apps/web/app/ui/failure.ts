import { useTranslations } from "use-intl/react";

/** Why a request failed. */
export type Failure =
  | { kind: "unreachable" | "sessionEnded" | "banned" | "outOfCredits" | "tooMany" | "serverError" | "notConfigured" }
  /** Reading a chat reply ended early. The server still generates the whole reply. */
  | { kind: "cutOff" }
  /** The server responded with an error message, and possibly with the charge. */
  | { kind: "refused"; message: string; creditsCharged?: number | undefined }
  /** A response without an error message of ours, such as a proxy's 502. */
  | { kind: "status"; status: number };

export const UNREACHABLE: Failure = { kind: "unreachable" };

const IN_PROGRESS = "The first request with this Idempotency-Key is still in progress";

/**
 * Whether the server may still be working on the request: it responded nothing, something between it and us responded, or it responded that
 * the first request with the key still runs. A repetition must have the same Idempotency-Key, or it would be charged again.
 */
export const mayStillRun = (failure: Failure): boolean =>
  failure.kind === "unreachable" ||
  failure.kind === "status" ||
  (failure.kind === "refused" && failure.message === IN_PROGRESS);

/**
 * Whether the server has responded about the request itself. That the session has ended, a ban, too many requests, and an unexpected error say
 * nothing about an earlier try whose response was lost, and which may be charged: a repetition must have the same Idempotency-Key.
 */
export const isDecided = (failure: Failure): boolean =>
  failure.kind === "outOfCredits" || (failure.kind === "refused" && !mayStillRun(failure));

const UNAUTHORIZED = 401;
const PAYMENT_REQUIRED = 402;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR_MIN = 500;
const SERVICE_UNAVAILABLE = 503;

/** Maps an HTTP status and the error text of the response to a failure. */
export function failureFromStatus(status: number, message: string | null): Failure {
  if (status === UNAUTHORIZED) return { kind: "sessionEnded" };
  if (status === PAYMENT_REQUIRED) return { kind: "outOfCredits" };
  if (status === TOO_MANY_REQUESTS) return { kind: "tooMany" };
  if (message === null) return { kind: "status", status };
  if (status === SERVICE_UNAVAILABLE) return { kind: "notConfigured" };
  if (message === "Account banned") return { kind: "banned" };
  if (status >= SERVER_ERROR_MIN && message === "Internal server error") return { kind: "serverError" };
  return { kind: "refused", message };
}

/** The failure of a REST API error response. */
export async function failureFromResponse(response: Response): Promise<Failure> {
  const body: { error?: unknown } = await response.json().catch(() => ({}));
  return failureFromStatus(response.status, typeof body.error === "string" ? body.error : null);
}

/** Message keys of the server's error messages that a user can cause. */
const REFUSAL_KEYS: ReadonlyMap<
  string,
  "provider" | "upload" | "outdated" | "inProgress" | "notPublic" | "notHttps" | "webhookPaused"
> = new Map([
  ["Failed to create checkout", "provider"],
  ["Failed to confirm checkout", "provider"],
  ["Failed to cancel the subscription", "provider"],
  ["Failed to resume the subscription", "provider"],
  ["Failed to open the billing portal", "provider"],
  ["Failed to upload image", "upload"],
  ["This subscription has ended", "outdated"],
  ["Another subscription renews already", "outdated"],
  ["This payment needs attention for another reason by now", "outdated"],
  ["This payment has granted other credits by now", "outdated"],
  ["These instalments have changed in the meantime", "outdated"],
  ["The plan has changed in the meantime", "outdated"],
  ["This user has been banned in the meantime", "outdated"],
  [IN_PROGRESS, "inProgress"],
  ["The address is not on the public internet", "notPublic"],
  ["The address must begin with https://", "notHttps"],
  ["The webhook is paused. Resume it first.", "webhookPaused"],
] as const);

/** What the user looks at is gone, such as a chat that was deleted in another tab. */
const NOT_FOUND_PATTERN = /^(?:Not|[A-Z]\w+ not) found$/;

/** A failure in the page's language. Other error messages of the server are returned unchanged. */
export function useFailureText(): (failure: Failure) => string {
  const t = useTranslations("failure");
  const refusalText = (message: string) => {
    if (NOT_FOUND_PATTERN.test(message)) return t("refusal.notFound");
    const key = REFUSAL_KEYS.get(message);
    return key ? t(`refusal.${key}`) : message;
  };
  return (failure) => {
    if (failure.kind === "refused") return refusalText(failure.message);
    return failure.kind === "status" ? t("status", { status: failure.status }) : t(`kind.${failure.kind}`);
  };
}
