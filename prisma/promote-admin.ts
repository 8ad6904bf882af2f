import type { Db } from "./client";

/**
 * Makes an existing user an administrator; `email` is compared without case. Doing it twice does no harm.
 * @throws Error when there is no such user
 */
export async function promoteAdmin(db: Db, email: string): Promise<void> {
  const { count } = await db.user.updateMany({
    where: { email: email.trim().toLowerCase() },
    data: { role: "admin" },
  });
  if (count === 0) throw new Error(`There is no user with the e-mail address ${email}: sign up first, then promote.`);
}
