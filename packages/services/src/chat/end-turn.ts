import type { UserContext } from "../context";
import { createId } from "../create-id";
import { batchPerDatabase } from "../credits/per-database";
import { writeTurnEnds } from "./write-turn-ends";

/** The answer has been read by then: in a busy process nobody misses a twentieth of a second, and of 200 statements a second 20 are left. */
const MAX_WAIT_MS = 50;
const batchedEnd = batchPerDatabase(writeTurnEnds, { lingerMs: MAX_WAIT_MS });

/**
 * Ends a turn. Stores its answer, whole or cut short, and counts it in its session: one statement, which turns that end at the same moment
 * share. The answer to a message that was replaced meanwhile is hidden like its question.
 * @param answer its content is null where there is none
 */
export async function endTurn(
  ctx: UserContext,
  turn: { sessionId: string; messageId: string },
  answer: { content: string | null; interrupted: boolean },
): Promise<void> {
  await batchedEnd(ctx.db, {
    id: createId(),
    userId: ctx.actor.id,
    sessionId: turn.sessionId,
    questionId: turn.messageId,
    content: answer.content?.replaceAll("\0", "\uFFFD") ?? null,
    interrupted: answer.interrupted,
    at: ctx.now(),
  });
}
