import { v7 as uuid } from "uuid";
import type { UserContext } from "../context";

/**
 * Stores an answer, whole or cut short, and counts it in its session: one statement. The answer to a message that was replaced meanwhile
 * is hidden like its question. The session is counted after the question is locked, the order in which a replacement locks too.
 */
export async function endTurn(
  ctx: UserContext,
  turn: { sessionId: string; messageId: string },
  answer: { content: string; interrupted: boolean },
): Promise<void> {
  const now = ctx.now();
  await ctx.db.$executeRaw`
    WITH question AS (
      SELECT "hiddenAt" FROM chat_message WHERE id = ${turn.messageId} FOR SHARE
    ), message AS (
      INSERT INTO chat_message (id, "sessionId", role, content, "creditsUsed", interrupted, "hiddenAt", "createdAt")
      SELECT ${uuid()}, ${turn.sessionId}, 'assistant', ${answer.content.replaceAll("\0", "\uFFFD")}, 0, ${answer.interrupted},
        "hiddenAt", ${now}::timestamptz
      FROM question
      RETURNING "sessionId"
    )
    UPDATE chat_session
    SET "totalMessages" = "totalMessages" + 1, "lastMessageAt" = ${now}::timestamptz, "updatedAt" = ${now}::timestamptz
    FROM message WHERE chat_session.id = message."sessionId"`;
}
