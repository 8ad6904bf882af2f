import { isTRPCClientError } from "@trpc/client";
import { type Failure, failureFromStatus, UNREACHABLE } from "./failure";

/** What an error thrown by a call of the API means. An answer that never came carries no status. */
export function failureFromError(error: unknown): Failure {
  if (!isTRPCClientError(error)) return UNREACHABLE;
  const data: { httpStatus?: number } | undefined = error.data;
  return data?.httpStatus === undefined ? UNREACHABLE : failureFromStatus(data.httpStatus, error.message);
}
