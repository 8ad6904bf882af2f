import { accountRefusal } from "@app/core/account/refusal";
import type { UserContext } from "../context";
import { passwordMatches } from "./hash-password";

/**
 * Makes sure that whoever sits at a signed-in browser knows the account's password, where it has one.
 * @returns the stored hash the password was compared with; null for an account without a password
 * @throws AppError `bad_request` for a wrong one
 */
export async function requirePassword(ctx: UserContext, password: string | undefined): Promise<string | null> {
  const { passwordHash } = await ctx.db.user.findUniqueOrThrow({
    where: { id: ctx.actor.id },
    select: { passwordHash: true },
  });
  if (passwordHash !== null && !(await passwordMatches(passwordHash, password ?? "")))
    throw accountRefusal("wrongPassword");
  return passwordHash;
}
