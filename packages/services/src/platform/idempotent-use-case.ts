import { setTimeout as sleep } from "node:timers/promises";
import { AppError, type ErrorCode, type ErrorFields, STATUS_BY_CODE } from "@app/core/errors";
import type { UserContext } from "../context";
import { claimKey, type IdempotentRequest, releaseKey, type StoredResponse, storeResponse } from "./idempotency-keys";

/** A use case that a client may repeat with the same Idempotency-Key and that then runs, and charges, once. */
export interface IdempotentOperation<Input, Result extends object, Stored extends object = Result> {
  /** A key belongs to one operation. */
  name: string;
  run: (ctx: UserContext, input: Input) => Promise<Result>;
  recover: Recover<Result>;
  /** Set when it charges nothing. A failure of an upstream service is then its outcome; otherwise it came before the charge. */
  isFree?: boolean;
  /** Set when the response repeats large parts of the request, which are then left out of the stored response. */
  storedForm?: StoredForm<Input, Result, Stored>;
}

/**
 * Rebuilds the response of a request that was charged but stored no response. Null while that request may still respond itself.
 * @throws AppError the outcome of the first request, when that was a failure
 */
type Recover<Result> = (ctx: UserContext, charge: { reference: string; claimedAt: Date }) => Promise<Result | null>;

/** Converts a response to the form that is stored and back. A repeated request has the same input as the first. */
export interface StoredForm<Input, Result, Stored extends object> {
  pack(result: Result): Stored;
  unpack(stored: Stored, input: Input): Result;
}

/**
 * Runs the operation once per Idempotency-Key: the first request claims the key, runs and stores its response; a repeated request gets
 * the stored response and is not charged. Without a key the operation just runs.
 * @throws AppError `conflict` when the key belongs to another request, or the first request has not responded in 30 seconds
 */
export async function runIdempotent<Input, Result extends object, Stored extends object = Result>(
  ctx: UserContext,
  input: Input,
  operation: IdempotentOperation<Input, Result, Stored>,
): Promise<Result> {
  const { idempotencyKey: key } = ctx;
  const { name, run, recover, isFree = false, storedForm } = operation;
  if (key === undefined) return run(ctx, input);
  const claim = await claimOrWait(ctx, { key, operation: name, input }, recover);
  if (claim.kind === "answered") {
    return storedForm ? storedForm.unpack(replayResponse<Stored>(claim), input) : replayResponse<Result>(claim);
  }
  try {
    const result = claim.kind === "recovered" ? claim.result : await run({ ...ctx, claimedKey: key }, input);
    const stored = storedForm ? storedForm.pack(result) : result;
    // It is done and may be paid for: a repetition that finds no response has it recovered.
    await storeResponse(ctx, key, { statusCode: 200, responseBody: JSON.stringify(stored) }).catch((error: unknown) =>
      ctx.log.error({ err: error, operation: name }, "a response could not be stored for its Idempotency-Key"),
    );
    // A recovered result was read from the database, which does not have the parts that only the request has.
    return storedForm ? storedForm.unpack(storedForm.pack(result), input) : result;
  } catch (error) {
    if (isOutcome(error, isFree))
      await storeResponse(ctx, key, { statusCode: error.status, responseBody: JSON.stringify(error.toBody()) });
    else if (claim.kind === "first") await releaseKey(ctx, key, claim.claimedAt);
    throw error;
  }
}

const OUTCOME_STATUS_MIN = 500;

/** Whether the error is stored as the response: the request was accepted and may have been charged. Refusals release the key. */
function isOutcome(error: unknown, isFree: boolean): error is AppError {
  if (!(error instanceof AppError) || error.status < OUTCOME_STATUS_MIN || error.code === "not_configured")
    return false;
  return isFree || error.code !== "upstream_failed";
}

function replayResponse<Result>({ statusCode, responseBody }: StoredResponse): Result {
  const body = JSON.parse(responseBody);
  if (statusCode === 200) return body;
  const { error, ...fields }: { error: string } & ErrorFields = body;
  throw new AppError(errorCodeOf(statusCode), error, { fields });
}

function errorCodeOf(statusCode: number): ErrorCode {
  const codes = Object.keys(STATUS_BY_CODE) as ErrorCode[];
  return codes.find((code) => STATUS_BY_CODE[code] === statusCode) ?? "internal";
}

const RESPONSE_WAIT_MAX_MS = 30_000;
const RESPONSE_POLL_INTERVAL_MS = 100;

export type ClaimResult<Result> =
  | { kind: "first"; claimedAt: Date }
  | { kind: "answered"; statusCode: number; responseBody: string }
  | { kind: "recovered"; result: Result };

/**
 * Claims the key, or waits until the request that holds it has responded or its response can be recovered.
 * @throws AppError `conflict` when that takes longer than 30 seconds, or the key belongs to another request
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
