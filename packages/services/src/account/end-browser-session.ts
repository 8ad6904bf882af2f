import type { ServiceContext } from "../context";

/** Ends the session a browser had before it signed in anew; one that is over already changes nothing. */
export async function endBrowserSession(ctx: ServiceContext, sessionToken: string): Promise<void> {
  await ctx.db.session.deleteMany({ where: { sessionToken } });
}
