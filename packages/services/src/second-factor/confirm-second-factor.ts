import { accountRefusal } from "@app/core/account/refusal";
import type { CodeInput } from "@app/core/account/second-factor-input";
import { writeAudit } from "../admin/write-audit";
import type { UserContext } from "../context";
import { createRecoveryCodes, hashRecoveryCode } from "./recovery-codes";
import { requireCode } from "./require-code";

/**
 * Turns the second factor on, once a code has shown that the app has its secret: from now on every sign-in asks for one. Sessions that
 * were made without a code end, but for this one.
 * @returns the recovery codes, which are shown this once
 * @throws AppError `bad_request` for a wrong code, `rate_limited` after too many, `conflict` where there is nothing to confirm
 */
export async function confirmSecondFactor(
  ctx: UserContext,
  input: CodeInput & { currentToken: string },
): Promise<{ recoveryCodes: string[] }> {
  const userId = ctx.actor.id;
  const waiting = { userId, confirmedAt: null };
  if ((await ctx.db.secondFactor.count({ where: waiting })) === 0) throw accountRefusal("secondFactorOver");
  await requireCode(ctx, { userId, code: input.code });
  const recoveryCodes = createRecoveryCodes();
  const now = ctx.now();
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.secondFactor.updateMany({ where: waiting, data: { confirmedAt: now } });
    if (count === 0) throw accountRefusal("secondFactorOver");
    const rows = recoveryCodes.map((code) => ({ userId, codeHash: hashRecoveryCode(code) }));
    await tx.recoveryCode.createMany({ data: rows });
    await tx.session.deleteMany({ where: { userId, sessionToken: { not: input.currentToken } } });
    await writeAudit(tx, { actorId: userId, action: "account.second_factor_on", targetId: userId, detail: {}, now });
  });
  return { recoveryCodes };
}
