import { isTRPCClientError } from "@trpc/client";
import { type Failure, failureFromStatus, UNREACHABLE } from "./failure";

/** The failure of a tRPC call. Apart from ./failure, so that pages without tRPC do not load its client. */
export function failureFromError(error: unknown): Failure {
  const status = httpStatusOf(error);
  if (status === null || !isTRPCClientError(error)) return UNREACHABLE;
  return failureFromStatus(status, error.message);
}

/** The HTTP status of a failed tRPC call; null if there was no response. */
export function httpStatusOf(error: unknown): number | null {
  if (!isTRPCClientError(error)) return null;
  const data: { httpStatus?: number } | undefined = error.data;
  return data?.httpStatus ?? null;
}

/** The reason that a refusal names in its fields, for texts in the page's language. */
export function refusalOf(error: unknown): unknown {
  if (!isTRPCClientError(error)) return undefined;
  const data: { fields?: Record<string, unknown> } | undefined = error.data;
  return data?.fields?.["refusal"];
}
