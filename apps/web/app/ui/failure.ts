import { useTranslations } from "use-intl/react";

/** Why a request failed. */
export type Failure =
  | { kind: "unreachable" | "sessionEnded" | "outOfCredits" | "tooMany" | "serverError" | "notConfigured" }
  /** Reading a chat reply ended early. The server still generates the whole reply. */
  | { kind: "cutOff" }
  /** The server responded with an error message, and possibly with the charge. */
  | { kind: "refused"; message: string; creditsCharged?: number | undefined }
  | { kind: "status"; status: number };

export const UNREACHABLE: Failure = { kind: "unreachable" };

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
  if (status === SERVICE_UNAVAILABLE) return { kind: "notConfigured" };
  if (message === null) return { kind: "status", status };
  if (status >= SERVER_ERROR_MIN && message === "Internal server error") return { kind: "serverError" };
  return { kind: "refused", message };
}

/** The failure of a REST API error response. */
export async function failureFromResponse(response: Response): Promise<Failure> {
  const body: { error?: unknown } = await response.json().catch(() => ({}));
  return failureFromStatus(response.status, typeof body.error === "string" ? body.error : null);
}

/** A failure in the page's language. The server's own error messages are not translated. */
export function useFailureText(): (failure: Failure) => string {
  const t = useTranslations("failure");
  return (failure) => {
    if (failure.kind === "refused") return failure.message;
    return failure.kind === "status" ? t("status", { status: failure.status }) : t(`kind.${failure.kind}`);
  };
}
