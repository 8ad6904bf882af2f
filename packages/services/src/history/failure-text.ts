import { PublicError } from "@app/core/errors";

/** The words of a failure that may be stored and shown: our own and an outside party's, never those of an unforeseen error. */
export function failureText(error: unknown, fallback: string): string {
  return error instanceof PublicError ? error.message : fallback;
}
