import { type Ban, findBan, isBanned } from "@app/core/account/ban";
import type { ServiceContext } from "../context";

/** Whether whoever is signing in is banned now. Someone without an account yet is not. */
export async function isUserBanned(
  ctx: ServiceContext,
  who: { id?: string | undefined; email?: string | null | undefined },
): Promise<boolean> {
  const email = who.email?.toLowerCase();
  if (!who.id && !email) return false;
  const user = await ctx.db.user.findFirst({
    where: { OR: [...(who.id ? [{ id: who.id }] : []), ...(email ? [{ email }] : [])] },
    select: { banned: true, banExpires: true },
  });
  return user !== null && isBanned(user, ctx.now());
}

/** The ban a user is under now. For whoever has proved to be that user: others are not told why. */
export async function getBan(ctx: ServiceContext, userId: string): Promise<Ban | null> {
  const user = await ctx.db.user.findUnique({
    where: { id: userId },
    select: { banned: true, banReason: true, banExpires: true },
  });
  return user && findBan(user, ctx.now());
}
