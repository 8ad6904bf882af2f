import { AppError } from "@app/core/errors";
import type { RoleInput } from "@app/core/users/role-input";
import type { UserContext } from "../context";
import { writeAudit } from "./write-audit";

/**
 * Makes a user an administrator, or no longer one.
 * @throws AppError `not_found`, or `bad_request` for taking away one's own role, which could leave nobody to give it back
 */
export async function changeRole(ctx: UserContext, input: RoleInput & { userId: string }): Promise<{ success: true }> {
  const { userId, role } = input;
  if (userId === ctx.actor.id && role !== "admin")
    throw new AppError("bad_request", "You cannot take away your own role");
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({ where: { id: userId }, data: { role } });
    if (count === 0) throw new AppError("not_found", "User not found");
    await writeAudit(tx, {
      actorId: ctx.actor.id,
      action: "user.role",
      targetId: userId,
      detail: { role },
      now: ctx.now(),
    });
  });
  return { success: true };
}
