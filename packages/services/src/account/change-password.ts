import type { ChangePasswordInput } from "@app/core/account/change-password-input";
import { accountRefusal } from "@app/core/account/refusal";
import type { UserContext } from "../context";
import { hashPassword } from "./hash-password";
import { requirePassword } from "./require-password";

/**
 * Sets a new password, or the first one, and signs the caller out everywhere else.
 * @throws AppError `bad_request` for a wrong current password, `conflict` when it was changed meanwhile
 */
export async function changePassword(
  ctx: UserContext,
  input: ChangePasswordInput & { currentToken: string },
): Promise<{ success: true }> {
  const known = await requirePassword(ctx, input.currentPassword);
  const passwordHash = await hashPassword(input.password);
  const userId = ctx.actor.id;
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({ where: { id: userId, passwordHash: known }, data: { passwordHash } });
    if (count === 0) throw accountRefusal("passwordChanged");
    await tx.session.deleteMany({ where: { userId, sessionToken: { not: input.currentToken } } });
  });
  return { success: true };
}
