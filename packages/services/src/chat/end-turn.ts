import type { Db } from "@app/db/client/db";
import type { UserContext } from "../context";
import { batchPerDatabase } from "../platform/batch";
import { createId } from "../platform/create-id";

/** An answer as it is stored. */
export interface TurnEnd {
  /** Of the answer, given before it is written: written again it stays one. */
  id: string;
  userId: string;
  sessionId: string;
  /** The user's message that it answers. */
  questionId: string;
  /** Null where there is no answer: then the turn ends, and nothing is stored or counted. */
  content: string | null;
  interrupted: boolean;
  at: Date;
}

/**
 * Ends turns: stores their answers and counts them in their sessions. Safe to repeat: what is stored already is neither stored nor counted
 * again. Locks in the order in which turns are begun and replaced: users by id, then messages, then sessions. Updating the questions also shows which
 * of them were hidden while the users were waited for.
 */
export async function writeTurnEnds(db: Db, ends: readonly TurnEnd[]): Promise<undefined[]> {
  await db.$queryRaw`
    WITH turn AS (
      SELECT * FROM unnest(
        ${ends.map(({ id }) => id)}::text[], ${ends.map(({ userId }) => userId)}::text[],
        ${ends.map(({ sessionId }) => sessionId)}::text[], ${ends.map(({ questionId }) => questionId)}::text[],
        ${ends.map(({ content }) => content)}::text[], ${ends.map(({ interrupted }) => interrupted)}::bool[],
        ${ends.map(({ at }) => at)}::timestamptz[]
      ) AS turn(id, user_id, session_id, question_id, content, interrupted, at)
    ), owner AS MATERIALIZED (
      SELECT id FROM "user" WHERE id IN (SELECT user_id FROM turn) ORDER BY id FOR NO KEY UPDATE
    ), question AS (
      UPDATE chat_message SET "answerPending" = false
      WHERE (SELECT count(*) FROM owner) > 0 AND id IN (SELECT question_id FROM turn)
      RETURNING id, "hiddenAt"
    ), message AS (
      INSERT INTO chat_message (id, "sessionId", role, content, "creditsUsed", interrupted, "hiddenAt", "createdAt")
      SELECT turn.id, turn.session_id, 'assistant', turn.content, 0, turn.interrupted, question."hiddenAt", turn.at
      FROM turn JOIN question ON question.id = turn.question_id
      WHERE turn.content IS NOT NULL
      ON CONFLICT (id) DO NOTHING
      RETURNING "sessionId", "createdAt"
    ), counted AS (
      SELECT "sessionId", count(*)::int AS messages, max("createdAt") AS at FROM message GROUP BY "sessionId"
    )
    UPDATE chat_session
    SET "totalMessages" = "totalMessages" + counted.messages, "lastMessageAt" = counted.at, "updatedAt" = counted.at
    FROM counted WHERE chat_session.id = counted."sessionId"`;
  return ends.map(() => undefined);
}

/** The answer has been read by then: in a busy process nobody misses a twentieth of a second, and of 200 statements a second 20 are left. */
const MAX_WAIT_MS = 50;
const batchedEnd = batchPerDatabase(writeTurnEnds, { maxWaitMs: MAX_WAIT_MS });

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
