import type { Db } from "@app/db/client";

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
