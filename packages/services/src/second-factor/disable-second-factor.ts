import type { DisableSecondFactorInput } from "@app/core/account/second-factor-input";
import { requirePassword } from "../account/require-password";
import { writeAudit } from "../admin/write-audit";
import type { UserContext } from "../context";
import { requireCode } from "./require-code";

/**
 * Turns the second factor off, and forgets its recovery codes.
 * @throws AppError `bad_request` for a wrong password or code, `rate_limited` after too many codes
 */
export async function disableSecondFactor(
  ctx: UserContext,
  input: DisableSecondFactorInput,
): Promise<{ success: true }> {
  const userId = ctx.actor.id;
  await requirePassword(ctx, input.currentPassword);
  await requireCode(ctx, { userId, code: input.code });
  const now = ctx.now();
  await ctx.db.$transaction(async (tx) => {
    await tx.secondFactor.deleteMany({ where: { userId } });
    await writeAudit(tx, { actorId: userId, action: "account.second_factor_off", targetId: userId, detail: {}, now });
  });
  return { success: true };
}
