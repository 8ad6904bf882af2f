import { z } from "zod";
import { ChangePasswordInput } from "../account/account-input";
import { requiredText } from "../input/fields";

const CODE_MAX_CHARACTERS = 40;

/** Six digits of an authenticator app, or a recovery code. */
export const CodeInput = z.object({ code: requiredText("code", "code is required", CODE_MAX_CHARACTERS) });
export type CodeInput = z.output<typeof CodeInput>;

export const BeginSecondFactorInput = ChangePasswordInput.pick({ currentPassword: true });
export type BeginSecondFactorInput = z.output<typeof BeginSecondFactorInput>;

export const DisableSecondFactorInput = BeginSecondFactorInput.extend(CodeInput.shape);
export type DisableSecondFactorInput = z.output<typeof DisableSecondFactorInput>;

/** Number of wrong codes in a row that locks an account's codes. */
export const CODE_FAILURES_MAX = 5;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Durations of the first, second, … lock since the last correct code; the last one repeats. */
export const CODE_LOCKS_SECONDS: readonly number[] = [15 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR];

/** @param previousLocks number of locks since the last correct code */
export function codeLockSeconds(previousLocks: number): number {
  return CODE_LOCKS_SECONDS[Math.min(previousLocks, CODE_LOCKS_SECONDS.length - 1)] ?? HOUR;
}
