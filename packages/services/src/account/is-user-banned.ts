import { isBanned } from "@app/core/users/ban";
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
