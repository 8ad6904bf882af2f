import type { AdjustCreditsInput } from "@app/core/credits/adjust-credits-input";
import { AppError } from "@app/core/errors";
import { writeAudit } from "../admin/write-audit";
import type { UserContext } from "../context";
import { createId } from "../create-id";
import { grantCredits } from "./grant-credits";

/** Balances are 32-bit in the database; this keeps an adjustment from ever meeting that edge. */
const BALANCE_MAX_CREDITS = 2_000_000_000;

/**
 * An administrator adds or takes credits. The balance may go below zero: a debt that later grants pay off.
 * @throws AppError `not_found` for an unknown user, `bad_request` when the balance would leave the range that is kept
 */
export async function adjustCredits(
  ctx: UserContext,
  input: AdjustCreditsInput & { userId: string },
): Promise<{ success: true }> {
  const now = ctx.now();
  await ctx.db.$transaction(async (tx) => {
    const [user] = await tx.$queryRaw<{ credits: number }[]>`
      SELECT credits FROM "user" WHERE id = ${input.userId} FOR NO KEY UPDATE`;
    if (!user) throw new AppError("not_found", "User not found");
    if (Math.abs(user.credits + input.amount) > BALANCE_MAX_CREDITS) {
      throw new AppError("bad_request", "amount would take the balance out of range");
    }
    const grant = {
      entryId: createId(),
      userId: input.userId,
      delta: input.amount,
      reason: input.reason,
      reference: null,
      actorId: ctx.actor.id,
    };
    const balances = await grantCredits(tx, [grant], now);
    await writeAudit(tx, {
      actorId: ctx.actor.id,
      action: "credits.adjust",
      targetId: input.userId,
      detail: { amount: input.amount, reason: input.reason, balanceAfter: balances.get(input.userId) ?? null },
      now,
    });
  });
  return { success: true };
}
