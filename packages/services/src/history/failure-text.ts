import { AppError } from "@app/core/errors";
import { UpstreamError } from "@app/core/upstream-error";

/** The words of a failure that may be stored and shown: our own and an outside party's, never those of an unforeseen error. */
export function failureText(error: unknown, fallback: string): string {
  return error instanceof AppError || error instanceof UpstreamError ? error.message : fallback;
}
