import type { ServiceContext } from "../context";
import { passwordMatches } from "./hash-password";

export interface SignedInUser {
  id: string;
  email: string;
  name: string | null;
}

/** The user of an e-mail address and password; null for a wrong one of either, in the same time. */
export async function checkPassword(
  ctx: ServiceContext,
  credentials: { email: string; password: string },
): Promise<SignedInUser | null> {
  const user = await ctx.db.user.findUnique({ where: { email: credentials.email.trim().toLowerCase() } });
  const matches = await passwordMatches(user?.passwordHash ?? null, credentials.password);
  return user && matches ? { id: user.id, email: user.email, name: user.name } : null;
}
