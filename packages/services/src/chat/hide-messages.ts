import { AppError } from "@app/core/errors";
import type { Tx } from "@app/db/client";
import type { UserContext } from "../context";

/**
 * Takes a message of the caller's and all that follows it out of the conversation. Answers that are still being written are hidden by
 * `endTurn`, which locks their question as this does: whichever comes second sees the other.
 * @throws AppError `not_found` when there is no such message of the caller's, or it is hidden already
 */
export async function hideMessages(
  ctx: UserContext,
  tx: Tx,
  from: { sessionId: string; messageId: string },
): Promise<void> {
  const locked = await tx.$queryRaw<{ id: string; createdAt: Date }[]>`
    SELECT id, "createdAt" FROM chat_message
    WHERE "sessionId" = ${from.sessionId} AND "hiddenAt" IS NULL AND ("createdAt", id) >= (
      SELECT message."createdAt", message.id
      FROM chat_message message JOIN chat_session session ON session.id = message."sessionId"
      WHERE message.id = ${from.messageId} AND message.role = 'user'
        AND session.id = ${from.sessionId} AND session."userId" = ${ctx.actor.id} AND session."deletedAt" IS NULL
    )
    ORDER BY "createdAt", id FOR NO KEY UPDATE`;
  const [first] = locked;
  if (first?.id !== from.messageId) throw new AppError("not_found", "Not found");
  // A statement of its own, so that it also sees an answer that was stored while the locks were waited for.
  await tx.$executeRaw`
    UPDATE chat_message SET "hiddenAt" = ${ctx.now()}::timestamptz
    WHERE "sessionId" = ${from.sessionId} AND "hiddenAt" IS NULL
      AND ("createdAt", id) >= (${first.createdAt}::timestamptz, ${first.id})`;
}
