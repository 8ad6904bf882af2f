import { AppError } from "@app/core/errors";
import type { BanInput } from "@app/core/users/ban-input";
import type { UserContext } from "../context";
import { writeAudit } from "./write-audit";

/**
 * Bans a user from the next request on, for good or until a time to come.
 * @throws AppError `not_found`, or `bad_request` for a time that has passed or for banning oneself
 */
export async function banUser(ctx: UserContext, input: BanInput & { userId: string }): Promise<{ success: true }> {
  const now = ctx.now();
  const expires = input.expires ?? null;
  if (input.userId === ctx.actor.id) throw new AppError("bad_request", "You cannot ban yourself");
  if (expires && expires <= now) throw new AppError("bad_request", "expires must be in the future");
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: input.userId },
      data: { banned: true, banReason: input.reason ?? null, banExpires: expires },
    });
    if (count === 0) throw new AppError("not_found", "User not found");
    const detail = { reason: input.reason ?? null, expires: expires?.toISOString() ?? null };
    await writeAudit(tx, { actorId: ctx.actor.id, action: "user.ban", targetId: input.userId, detail, now });
  });
  return { success: true };
}
