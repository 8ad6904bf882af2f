import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";
import { sessionIdOf } from "./session-id";

/**
 * Signs one of the caller's browsers out.
 * @throws AppError `not_found` for a session that is not the caller's, or has ended
 */
export async function endSession(ctx: UserContext, input: { sessionId: string }): Promise<{ success: true }> {
  const sessions = await ctx.db.session.findMany({
    where: { userId: ctx.actor.id },
    select: { sessionToken: true },
  });
  const session = sessions.find(({ sessionToken }) => sessionIdOf(sessionToken) === input.sessionId);
  const { count } = session
    ? await ctx.db.session.deleteMany({ where: { sessionToken: session.sessionToken } })
    : { count: 0 };
  if (count === 0) throw new AppError("not_found", "Session not found");
  return { success: true };
}
