import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";
import { writeAudit } from "./write-audit";

/**
 * Lifts a ban and clears its reason and expiry.
 * @throws AppError `not_found`
 */
export async function unbanUser(ctx: UserContext, input: { userId: string }): Promise<{ success: true }> {
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: input.userId },
      data: { banned: false, banReason: null, banExpires: null },
    });
    if (count === 0) throw new AppError("not_found", "User not found");
    await writeAudit(tx, {
      actorId: ctx.actor.id,
      action: "user.unban",
      targetId: input.userId,
      detail: {},
      now: ctx.now(),
    });
  });
  return { success: true };
}
