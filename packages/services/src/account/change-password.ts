import type { ChangePasswordInput } from "@app/core/account/change-password-input";
import { accountRefusal } from "@app/core/account/refusal";
import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";
import type { IssuedSession } from "./create-session";
import { hashPassword } from "./hash-password";
import { requirePassword } from "./require-password";
import { createSessionToken } from "./session-token";

/**
 * Sets a new password, or the first one, and signs the caller out everywhere else. Here the session goes on under a new token.
 * @throws AppError `bad_request` for a wrong current password, `conflict` when it was changed meanwhile
 */
export async function changePassword(
  ctx: UserContext,
  input: ChangePasswordInput & { currentToken: string },
): Promise<IssuedSession> {
  const known = await requirePassword(ctx, input.currentPassword);
  const passwordHash = await hashPassword(input.password);
  const userId = ctx.actor.id;
  const sessionToken = createSessionToken();
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({ where: { id: userId, passwordHash: known }, data: { passwordHash } });
    if (count === 0) throw accountRefusal("passwordChanged");
    await tx.session.deleteMany({ where: { userId, sessionToken: { not: input.currentToken } } });
    const current = { where: { userId, sessionToken: input.currentToken }, data: { sessionToken } };
    const [session] = await tx.session.updateManyAndReturn(current);
    if (!session) throw new AppError("unauthorized", "Unauthorized");
    return { sessionToken, expires: session.expires };
  });
}
