import { useTranslations } from "use-intl/react";

/** What went wrong, and whether something in particular helps. */
export type Failure =
  | { kind: "unreachable" | "sessionEnded" | "outOfCredits" | "tooMany" | "serverError" | "notConfigured" }
  /** The reader of an answer in chat is gone or had enough; the answer is finished all the same. */
  | { kind: "cutOff" | "stopped" }
  /** The service said what it is about, and perhaps what was charged all the same. */
  | { kind: "refused"; said: string; creditsCharged?: number | undefined }
  | { kind: "status"; status: number };

export const UNREACHABLE: Failure = { kind: "unreachable" };

const UNAUTHORIZED = 401;
const PAYMENT_REQUIRED = 402;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR_MIN = 500;
const SERVICE_UNAVAILABLE = 503;

/** The failure an HTTP status and its error text stand for. */
export function failureFromStatus(status: number, said: string | null): Failure {
  if (status === UNAUTHORIZED) return { kind: "sessionEnded" };
  if (status === PAYMENT_REQUIRED) return { kind: "outOfCredits" };
  if (status === TOO_MANY_REQUESTS) return { kind: "tooMany" };
  if (status === SERVICE_UNAVAILABLE) return { kind: "notConfigured" };
  if (said === null) return { kind: "status", status };
  if (status >= SERVER_ERROR_MIN && said === "Internal server error") return { kind: "serverError" };
  return { kind: "refused", said };
}

/** What a refusing answer of the REST API means. */
export async function failureFromResponse(response: Response): Promise<Failure> {
  const body: { error?: unknown } = await response.json().catch(() => ({}));
  return failureFromStatus(response.status, typeof body.error === "string" ? body.error : null);
}

/** A failure in the reader's language; what the service said is told as it said it. */
export function useFailureText(): (failure: Failure) => string {
  const t = useTranslations("failure");
  return (failure) => {
    if (failure.kind === "refused") return failure.said;
    return failure.kind === "status" ? t("status", { status: failure.status }) : t(`kind.${failure.kind}`);
  };
}
