import { type BanInput, isBanned } from "@app/core/account/ban";
import type { RoleInput } from "@app/core/admin/admin-input";
import { AppError } from "@app/core/errors";
import type { Tx } from "@app/db/client/db";
import type { UserContext } from "../context";
import { writeAudit } from "./audit-log";

// The actions below leave `updatedAt` as it is: it says when the user was last active.

/**
 * Locks the acting administrator and the target, and reads again what the acting one may do: of two administrators who act on each other at
 * the same time the second is refused, so that one remains.
 * @returns the target before the action. An action that would change nothing is skipped, so that the audit log has one entry: another
 *   administrator has done it, or a request whose response was lost
 * @throws AppError `forbidden`, or `not_found` for the target, also after its deletion
 */
async function lockAdministrator(tx: Tx, { actor, now }: UserContext, targetId: string): Promise<LockedUser> {
  const users = await tx.$queryRaw<LockedUser[]>`
    SELECT id, role, banned, "banReason", "banExpires", "deletedAt" FROM "user" WHERE id IN (${actor.id}, ${targetId})
    ORDER BY id FOR NO KEY UPDATE`;
  const acting = users.find(({ id }) => id === actor.id);
  if (acting?.role !== "admin" || isBanned(acting, now())) throw new AppError("forbidden", "Forbidden");
  const target = users.find(({ id }) => id === targetId);
  // The owner may have deleted the account since the administrator has opened its page.
  if (!target || target.deletedAt) throw new AppError("not_found", "User not found");
  return target;
}

interface LockedUser {
  id: string;
  role: string;
  banned: boolean;
  banReason: string | null;
  banExpires: Date | null;
  deletedAt: Date | null;
}

/**
 * Admin action: bans a user from the next request on, permanently or until `expires`.
 * @param input.seenBanned false when the administrator has seen no ban. Another one that is in force by now is not replaced: it may be longer
 * @throws AppError `not_found`, `bad_request` when `expires` is in the past or for banning oneself, `conflict` for a ban that was not seen, or
 *   `forbidden` when the role was lost meanwhile
 */
export async function banUser(
  ctx: UserContext,
  input: BanInput & { userId: string; seenBanned?: boolean | undefined },
): Promise<{ success: true }> {
  const now = ctx.now();
  const expires = input.expires ?? null;
  if (input.userId === ctx.actor.id) throw new AppError("bad_request", "You cannot ban yourself");
  if (expires && expires <= now) throw new AppError("bad_request", "expires must be in the future");
  await ctx.db.$transaction(async (tx) => {
    const target = await lockAdministrator(tx, ctx, input.userId);
    const detail = { reason: input.reason ?? null, expires: expires?.toISOString() ?? null };
    if (target.banned && isSameBan(target, input)) return;
    if (input.seenBanned === false && isBanned(target, now))
      throw new AppError("conflict", "This user has been banned in the meantime");
    await tx.$executeRaw`
      UPDATE "user" SET banned = true, "banReason" = ${detail.reason}, "banExpires" = ${expires}::timestamptz
      WHERE id = ${input.userId}`;
    await writeAudit(tx, { actorId: ctx.actor.id, action: "user.ban", targetId: input.userId, detail, now });
  });
  return { success: true };
}

const isSameBan = ({ banReason, banExpires }: LockedUser, { reason, expires }: BanInput) =>
  banReason === (reason ?? null) && banExpires?.getTime() === expires?.getTime();

/**
 * Admin action: lifts a ban and clears its reason and expiry.
 * @param input.seenBan the ban that the administrator has seen. Another one that is in force by now is not lifted
 * @throws AppError `not_found`, `conflict` for another ban than was seen, or `forbidden` when the role was lost meanwhile
 */
export async function unbanUser(
  ctx: UserContext,
  input: { userId: string; seenBan?: BanInput | undefined },
): Promise<{ success: true }> {
  await ctx.db.$transaction(async (tx) => {
    const target = await lockAdministrator(tx, ctx, input.userId);
    if (!target.banned) return;
    if (input.seenBan && isBanned(target, ctx.now()) && !isSameBan(target, input.seenBan))
      throw new AppError("conflict", "This user has been banned in the meantime");
    await tx.$executeRaw`
      UPDATE "user" SET banned = false, "banReason" = NULL, "banExpires" = NULL WHERE id = ${input.userId}`;
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

/**
 * Admin action: changes a user's role.
 * @throws AppError `not_found`, `bad_request` for removing one's own admin role, which could leave no administrator, or `forbidden` when it was
 *   lost meanwhile
 */
export async function changeRole(ctx: UserContext, input: RoleInput & { userId: string }): Promise<{ success: true }> {
  const { userId, role } = input;
  if (userId === ctx.actor.id && role !== "admin")
    throw new AppError("bad_request", "You cannot take away your own role");
  await ctx.db.$transaction(async (tx) => {
    if ((await lockAdministrator(tx, ctx, userId)).role === role) return;
    await tx.$executeRaw`UPDATE "user" SET role = ${role} WHERE id = ${userId}`;
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
