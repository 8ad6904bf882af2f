import { accountRefusal } from "@app/core/account/refusal";
import type { UserContext } from "../context";
import { consumeRateLimits, restoreRateLimits } from "../limits/take-hits";
import { passwordMatches } from "./hash-password";

/**
 * Makes sure that whoever sits at a signed-in browser knows the account's password, where it has one.
 * @returns the stored hash the password was compared with; null for an account without a password
 * @throws AppError `bad_request` for a wrong one, `rate_limited` after too many
 */
export async function requirePassword(ctx: UserContext, password: string | undefined): Promise<string | null> {
  const hits = [{ limit: "passwordConfirm", subject: ctx.actor.id }] as const;
  await consumeRateLimits(ctx, hits);
  const { passwordHash } = await ctx.db.user.findUniqueOrThrow({
    where: { id: ctx.actor.id },
    select: { passwordHash: true },
  });
  if (passwordHash !== null && !(await passwordMatches(passwordHash, password ?? "")))
    throw accountRefusal("wrongPassword");
  await restoreRateLimits(ctx, hits);
  return passwordHash;
}
