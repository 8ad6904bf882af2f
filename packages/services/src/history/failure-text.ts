import { AppError } from "@app/core/errors";

/** The words of a failure that may be stored and shown: our own and the backend's, never those of an unforeseen error. */
export function failureText(error: unknown, fallback: string): string {
  return error instanceof AppError ? error.message : fallback;
}
