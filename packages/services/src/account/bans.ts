import { type Ban, findBan, isBanned } from "@app/core/account/ban";
import type { ServiceContext } from "../context";

/** Whether the user who is signing in is banned now. False for a user without an account. */
export async function isUserBanned(
  ctx: ServiceContext,
  { id, email: typedEmail }: { id?: string | undefined; email?: string | null | undefined },
): Promise<boolean> {
  const email = typedEmail?.toLowerCase();
  if (!id && !email) return false;
  const user = await ctx.db.user.findFirst({
    where: { OR: [...(id ? [{ id }] : []), ...(email ? [{ email }] : [])] },
    select: { banned: true, banExpires: true },
  });
  return user !== null && isBanned(user, ctx.now());
}

/** The current ban of a user, or null. Only for the signed-in user: the reason is not shown to others. */
export async function getBan(ctx: ServiceContext, userId: string): Promise<Ban | null> {
  const user = await ctx.db.user.findUnique({
    where: { id: userId },
    select: { banned: true, banReason: true, banExpires: true },
  });
  return user && findBan(user, ctx.now());
}
