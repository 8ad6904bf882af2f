import { PublicError } from "@app/core/errors";
import type { ServiceContext } from "../context";

/** The words of a failure that may be stored and shown: our own and an outside party's, never those of an unforeseen error. */
export function failureText(ctx: ServiceContext, error: unknown, fallback: string): string {
  return error instanceof PublicError ? ctx.redactSecrets(error.message) : fallback;
}
