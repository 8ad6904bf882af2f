import { setTimeout as sleep } from "node:timers/promises";
import { AppError, type ErrorCode, type ErrorFields, STATUS_BY_CODE } from "@app/core/errors";
import type { UserContext } from "../context";
import { claimKey, type IdempotentRequest, releaseKey, type StoredResponse, storeResponse } from "./idempotency-keys";

type UseCase<Input, Result> = (ctx: UserContext, input: Input) => Promise<Result>;

/** An answer as it is kept: without what the repeated request brings along anyway, because it is the same as the first. */
export interface StoredForm<Input, Result, Kept extends object> {
  pack(result: Result): Kept;
  unpack(kept: Kept, input: Input): Result;
}

/** From here on an error is an outcome, not a refusal: the request was taken on, and perhaps charged. */
const OUTCOME_STATUS_MIN = 500;

function isOutcome(error: unknown): error is AppError {
  return error instanceof AppError && error.status >= OUTCOME_STATUS_MIN && error.code !== "not_configured";
}

/**
 * Makes a use case answer a repeated request with its first answer, charging nothing. Without a key it is the use case itself.
 * @param recover for a request that was charged and whose process died before it answered
 * @param form where an answer repeats what may be large in its request
 */
export function idempotent<Input, Result extends object, Kept extends object = Result>(
  operation: string,
  useCase: UseCase<Input, Result>,
  recover: Recover<Result>,
  form?: StoredForm<Input, Result, Kept>,
): UseCase<Input, Result> {
  const pack = (result: Result): object => form?.pack(result) ?? result;
  return async (ctx, input) => {
    const key = ctx.idempotencyKey;
    if (key === undefined) return useCase(ctx, input);
    const turn = await claimOrWait(ctx, { key, operation, input }, recover);
    if (turn.kind === "answered")
      return form ? form.unpack(replayResponse<Kept>(turn), input) : replayResponse<Result>(turn);
    return runAndStore(ctx, key, pack, async () => {
      if (turn.kind !== "recovered") return useCase({ ...ctx, claimedKey: key }, input);
      return form ? form.unpack(form.pack(turn.result), input) : turn.result;
    });
  };
}

async function runAndStore<Result extends object>(
  ctx: UserContext,
  key: string,
  pack: (result: Result) => object,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await run();
    await storeResponse(ctx, key, { statusCode: 200, responseBody: JSON.stringify(pack(result)) });
    return result;
  } catch (error) {
    if (isOutcome(error))
      await storeResponse(ctx, key, { statusCode: error.status, responseBody: JSON.stringify(error.toBody()) });
    else await releaseKey(ctx, key);
    throw error;
  }
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

/** How long a repetition waits for the first request's answer, and how often it looks. */
const RESPONSE_WAIT_MAX_MS = 30_000;
const RESPONSE_POLL_INTERVAL_MS = 100;

/** Recovers the answer to a request that was charged; null while it may still be at work. */
type Recover<Result> = (ctx: UserContext, charge: { reference: string; claimedAt: Date }) => Promise<Result | null>;

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
