import type { RenameChatInput } from "@app/core/chat/rename-chat-input";
import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";

/**
 * Gives a chat of the caller's another title. Its place in the list stays: nothing was said in it.
 * @throws AppError `not_found`
 */
export async function renameChat(ctx: UserContext, input: RenameChatInput): Promise<{ id: string; title: string }> {
  const { count } = await ctx.db.chatSession.updateMany({
    where: { id: input.sessionId, userId: ctx.actor.id, deletedAt: null },
    data: { title: input.title, updatedAt: ctx.now() },
  });
  if (count === 0) throw new AppError("not_found", "Not found");
  return { id: input.sessionId, title: input.title };
}
