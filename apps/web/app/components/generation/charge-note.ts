import { isTRPCClientError } from "@trpc/client";
import type { Failure } from "../failure/failure";

const SERVER_ERROR_MIN = 500;
/** A reference picture could not be loaded. Nothing is begun then. */
const UPSTREAM_FAILED = 502;

/** What has become of the credits of a request that failed. */
export type ChargeNote = "kept" | "refunded" | "nothingCharged" | "chargedOnce";

/**
 * Only a generation that was begun has cost anything, and only its failures are answered as the server's. One that could not be sent, or
 * whose answer was lost, is charged once however often the same is sent. Null where nothing can be said.
 */
export function chargeNote(failure: Failure, status: number | null, refundsFailures: boolean): ChargeNote | null {
  if (failure.kind === "unreachable") return "chargedOnce";
  if (failure.kind !== "refused" || status === null) return null;
  if (status < SERVER_ERROR_MIN || status === UPSTREAM_FAILED) return "nothingCharged";
  return refundsFailures ? "refunded" : "kept";
}

/** The HTTP status of a failed call; null for one that got no answer. */
export function httpStatusOf(error: unknown): number | null {
  if (!isTRPCClientError(error)) return null;
  const data: { httpStatus?: number } | undefined = error.data;
  return data?.httpStatus ?? null;
}
