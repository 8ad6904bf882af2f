import { textProblem } from "@app/core/input/text";
import { EMAIL_MAX_CHARACTERS } from "@app/core/users/email";
import { PASSWORD_MAX_CHARACTERS } from "@app/core/users/new-password";
import { isDemoAccount } from "@app/db/demo-accounts";
import type { ServiceContext } from "../context";
import { passwordMatches } from "./hash-password";

export interface CheckedUser {
  id: string;
  email: string;
  name: string | null;
  /** The stored hash that the password fits: its session is made only while that is still the account's. */
  passwordHash: string;
}

/** The user of an e-mail address and password; null for a wrong one of either, in the same time. */
export async function checkPassword(
  ctx: ServiceContext,
  credentials: { email: string; password: string },
): Promise<CheckedUser | null> {
  const user = await findUser(ctx, credentials.email.trim().toLowerCase());
  const { password } = credentials;
  // No account has such a password: it takes as long to say so.
  const isPossible = textProblem("password", password, PASSWORD_MAX_CHARACTERS) === undefined;
  const matches = await passwordMatches(isPossible ? (user?.passwordHash ?? null) : null, isPossible ? password : "");
  if (!user?.passwordHash || !matches) return null;
  if (isDemoAccount(user.id) && !ctx.config.acceptDemoAccounts) return null;
  return { id: user.id, email: user.email, name: user.name, passwordHash: user.passwordHash };
}

async function findUser(ctx: ServiceContext, email: string) {
  if (textProblem("email", email, EMAIL_MAX_CHARACTERS) !== undefined) return null;
  return ctx.db.user.findUnique({ where: { email } });
}
