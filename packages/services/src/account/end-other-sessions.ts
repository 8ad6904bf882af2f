import type { UserContext } from "../context";

/** Signs the caller out everywhere else. */
export async function endOtherSessions(ctx: UserContext, input: { currentToken: string }): Promise<{ ended: number }> {
  const { count } = await ctx.db.session.deleteMany({
    where: { userId: ctx.actor.id, sessionToken: { not: input.currentToken } },
  });
  return { ended: count };
}
