import { AppError } from "@app/core/errors";
import type { ResetPasswordInput } from "@app/core/users/password-reset-input";
import type { ServiceContext } from "../context";
import { claimAccount } from "./claim-account";
import { hashPassword } from "./hash-password";
import { hashMailedToken } from "./mailed-token";

/**
 * Sets a new password by the link that was mailed, and ends every session of the account. Whoever has the link reads the account's mails:
 * the account is theirs.
 * @throws AppError `bad_request` when the link was used before, is too old or was replaced by a newer one
 */
export async function resetPassword(ctx: ServiceContext, input: ResetPasswordInput): Promise<{ email: string }> {
  const usable = { tokenHash: hashMailedToken(input.token), expires: { gt: ctx.now() } };
  // Looked at before the slow hash, so that made-up links cost little; the transaction decides.
  if ((await ctx.db.passwordReset.count({ where: usable })) === 0) throw linkIsOver();
  const passwordHash = await hashPassword(input.password);
  return ctx.db.$transaction(async (tx) => {
    const [reset] = await tx.$queryRaw<{ userId: string }[]>`
      DELETE FROM password_reset WHERE "tokenHash" = ${usable.tokenHash} AND expires > ${ctx.now()}::timestamptz
      RETURNING "userId"`;
    if (!reset) throw linkIsOver();
    const { userId } = reset;
    await claimAccount(tx, userId);
    const { email } = await tx.user.update({ where: { id: userId }, data: { passwordHash }, select: { email: true } });
    await tx.session.deleteMany({ where: { userId } });
    return { email };
  });
}

function linkIsOver(): AppError {
  return new AppError("bad_request", "This link has expired or was used before");
}
