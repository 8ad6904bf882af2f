import { type Ban, findBan } from "@app/core/users/ban";
import type { ServiceContext } from "../context";

/** The ban a user is under now. For whoever has proved to be that user: others are not told why. */
export async function getBan(ctx: ServiceContext, userId: string): Promise<Ban | null> {
  const user = await ctx.db.user.findUnique({
    where: { id: userId },
    select: { banned: true, banReason: true, banExpires: true },
  });
  return user && findBan(user, ctx.now());
}
