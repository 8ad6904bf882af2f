import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";

/**
 * Removes a chat of the caller's from every list. Its rows stay, as ledger entries refer to them.
 * @throws AppError `not_found`, also for one that is deleted already
 */
export async function deleteChat(ctx: UserContext, input: { sessionId: string }): Promise<{ id: string }> {
  const now = ctx.now();
  const { count } = await ctx.db.chatSession.updateMany({
    where: { id: input.sessionId, userId: ctx.actor.id, deletedAt: null },
    data: { deletedAt: now, updatedAt: now },
  });
  if (count === 0) throw new AppError("not_found", "Not found");
  return { id: input.sessionId };
}
