import type { SignUpInput } from "@app/core/account/account-input";
import { AppError } from "@app/core/errors";
import type { ServiceContext } from "../context";
import { runGrantingTransaction } from "../credits/grant-credits";
import { grantSignUpCredits } from "../credits/sign-up-credits";
import { createId } from "../platform/create-id";
import { restoreRateLimits } from "../platform/rate-limits";
import { checkSignInCode } from "../second-factor/check-code";
import { queueVerification } from "./email-verification";
import { type CheckedUser, checkPassword, hashPassword } from "./password";
import { type Caller, consumeCallerLimits, NO_USES, passwordLimitUses } from "./sign-in-limits";

/**
 * Checks a password and the code that was sent with it. The attempt is counted first and restored when both are right, so that only guesses
 * reach the limit.
 * @param caller null when the same request has just set the password: then nothing is counted
 * @param input.code a code of the second factor, which API clients may send with the password
 * @returns null for a wrong password or code. `hasGivenCode`: the code page is not needed
 * @throws AppError `rate_limited`, whether or not the address has an account
 */
export async function signInWithPassword(
  ctx: ServiceContext,
  caller: Caller | null,
  input: { email: string; password: string; code: unknown },
): Promise<{ user: CheckedUser; hasGivenCode: boolean } | null> {
  const uses = caller ? await passwordLimitUses(ctx, caller, input.email) : NO_USES;
  await consumeCallerLimits(ctx, uses);
  const user = await checkPassword(ctx, input);
  if (!user) return null;
  const hasGivenCode = await checkSignInCode(ctx, user.id, input.code);
  if (hasGivenCode === null) return null;
  await restoreRateLimits(ctx, [...uses.network, ...uses.account]);
  return { user, hasGivenCode };
}

/**
 * Creates an account: role `user`, plan `free`, the credits of a new account. Queues the mail that confirms its address.
 * @param input.locale language of the sign-up page, for mails
 * @throws AppError `conflict` when the e-mail address is taken
 */
export async function signUp(
  ctx: ServiceContext,
  input: SignUpInput & { locale?: string | undefined },
): Promise<{ id: string; email: string }> {
  const passwordHash = await hashPassword(input.password);
  const now = ctx.now();
  return runGrantingTransaction(ctx, async (tx) => {
    const [user] = await tx.$queryRaw<{ id: string; email: string }[]>`
      INSERT INTO "user" (id, name, email, "passwordHash", locale, "createdAt", "updatedAt")
      VALUES (${createId()}, ${input.name ?? null}, ${input.email}, ${passwordHash}, ${input.locale ?? null}, ${now}::timestamptz, ${now}::timestamptz)
      ON CONFLICT (email) DO NOTHING
      RETURNING id, email`;
    if (!user) throw new AppError("conflict", "This e-mail address is already in use");
    await grantSignUpCredits(ctx, tx, user.id);
    await queueVerification(tx, { userId: user.id, locale: input.locale, now });
    return user;
  });
}
