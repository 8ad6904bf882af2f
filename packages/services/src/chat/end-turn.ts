import { v7 as uuid } from "uuid";
import type { UserContext } from "../context";

/** Stores an answer, whole or cut short, and counts it in its session: one statement. */
export async function endTurn(
  ctx: UserContext,
  turn: { sessionId: string },
  answer: { content: string; interrupted: boolean },
): Promise<void> {
  const now = ctx.now();
  await ctx.db.$executeRaw`
    WITH message AS (
      INSERT INTO chat_message (id, "sessionId", role, content, "creditsUsed", interrupted, "createdAt")
      VALUES (${uuid()}, ${turn.sessionId}, 'assistant', ${answer.content.replaceAll("\0", "\uFFFD")}, 0, ${answer.interrupted}, ${now}::timestamptz)
    )
    UPDATE chat_session
    SET "totalMessages" = "totalMessages" + 1, "lastMessageAt" = ${now}::timestamptz, "updatedAt" = ${now}::timestamptz
    WHERE id = ${turn.sessionId}`;
}
