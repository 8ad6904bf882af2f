import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";
import { claimKey, type IdempotentRequest } from "./claim-key";

/** How long a repetition waits for the first request's answer, and how often it looks. */
const RESPONSE_WAIT_MAX_MS = 30_000;
const RESPONSE_POLL_INTERVAL_MS = 100;

/** Recovers the answer to a request that was charged; null while it may still be at work. */
export type Recover<Result> = (
  ctx: UserContext,
  charge: { reference: string; claimedAt: Date },
) => Promise<Result | null>;

export type ClaimResult<Result> =
  | { kind: "first" }
  | { kind: "answered"; statusCode: number; responseBody: string }
  | { kind: "recovered"; result: Result };

/**
 * Claims the key, or waits until the request that has it is answered or its answer can be recovered.
 * @throws AppError `conflict` when that takes too long, or the key belongs to another request
 */
export async function claimOrWait<Result>(
  ctx: UserContext,
  request: IdempotentRequest,
  recover: Recover<Result>,
): Promise<ClaimResult<Result>> {
  for (let waitedMs = 0; waitedMs <= RESPONSE_WAIT_MAX_MS; waitedMs += RESPONSE_POLL_INTERVAL_MS) {
    const claim = await claimKey(ctx, request);
    if (claim.kind === "first" || claim.kind === "answered") return claim;
    const result = claim.kind === "charged" ? await recover(ctx, claim) : null;
    if (result !== null) return { kind: "recovered", result };
    await sleep(RESPONSE_POLL_INTERVAL_MS);
  }
  throw new AppError("conflict", "The first request with this Idempotency-Key is still in progress");
}
