import { AppError } from "@app/core/errors";
import type { VerifyEmailInput } from "@app/core/users/verification-input";
import type { ServiceContext } from "../context";
import { hashMailedToken } from "./mailed-token";

/**
 * Confirms an address by the link that was mailed to it. Opened by whoever is signed in to the account it also shows that account and
 * address are one person's; opened anywhere else it does not, since the account may have been made by a stranger: `claimAccount` stays
 * ready for the address's owner.
 * @param openedBy the user who is signed in where the link was opened
 * @throws AppError `bad_request` when the link was used before, is too old or was replaced by a newer one
 */
export async function verifyEmail(
  ctx: ServiceContext,
  { token, openedBy }: VerifyEmailInput & { openedBy: string | null },
): Promise<{ email: string }> {
  return ctx.db.$transaction(async (tx) => {
    const [link] = await tx.$queryRaw<{ userId: string }[]>`
      DELETE FROM email_verification WHERE "tokenHash" = ${hashMailedToken(token)} AND expires > ${ctx.now()}::timestamptz
      RETURNING "userId"`;
    if (!link) throw new AppError("bad_request", "This link has expired or was used before");
    const isOwn = link.userId === openedBy;
    return tx.user.update({
      where: { id: link.userId },
      data: { emailVerified: true, ...(isOwn ? { ownerProven: true } : {}) },
      select: { email: true },
    });
  });
}
