import { TRPCError } from "@trpc/server";

/** Whether the API refused what was sent, for which a page has words of its own. */
export function isBadRequest(error: unknown): error is TRPCError {
  return error instanceof TRPCError && error.code === "BAD_REQUEST";
}
