import { isDemoAccount } from "@app/db/demo-accounts";
import type { ServiceContext } from "../context";

/** The user whose session waits for a code of the second factor; null for any other token. */
export async function findAwaitingSession(ctx: ServiceContext, sessionToken: string): Promise<string | null> {
  const session = await ctx.db.session.findUnique({
    where: { sessionToken, awaitsCode: true, expires: { gt: ctx.now() }, user: { deletedAt: null } },
    select: { userId: true },
  });
  if (!session || (isDemoAccount(session.userId) && !ctx.config.acceptDemoAccounts)) return null;
  return session.userId;
}
