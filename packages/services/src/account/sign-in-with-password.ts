import type { ServiceContext } from "../context";
import { type Caller, passwordLimitUses } from "../limits/caller-limits";
import { consumeRateLimits, restoreRateLimits } from "../limits/take-hits";
import { checkSignInCode } from "../second-factor/check-code-of-sign-in";
import { type CheckedUser, checkPassword } from "./check-password";

/**
 * Tries a password, and the code that came with it. Counted before it is looked at, and given back when both are right, so that only who
 * guesses meets the limit.
 * @param caller null where the password was set a moment ago by the same request: that is no guess
 * @param input.code a code of the second factor, which programs may send with the password
 * @returns null for a wrong password or code. `hasGivenCode`: the code takes the place of the code page
 * @throws AppError `rate_limited`, whether or not the address has an account
 */
export async function signInWithPassword(
  ctx: ServiceContext,
  caller: Caller | null,
  input: { email: string; password: string; code: unknown },
): Promise<{ user: CheckedUser; hasGivenCode: boolean } | null> {
  const hits = caller ? await passwordLimitUses(ctx, caller, input.email) : [];
  await consumeRateLimits(ctx, hits);
  const user = await checkPassword(ctx, input);
  if (!user) return null;
  const hasGivenCode = await checkSignInCode(ctx, user.id, input.code);
  if (hasGivenCode === null) return null;
  await restoreRateLimits(ctx, hits);
  return { user, hasGivenCode };
}
