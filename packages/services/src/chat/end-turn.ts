import type { DbOrTx } from "@app/db/client/db";
import type { UserContext } from "../context";
import { batchPerDatabase } from "../platform/batch";
import { createId } from "../platform/create-id";
import { writeAgain } from "../platform/write-again";
import { storableText } from "./running-answers";

/** The end of a turn. */
export interface TurnEnd {
  /** Id of the response. */
  id: string;
  userId: string;
  sessionId: string;
  /** Id of the user's message. */
  questionId: string;
  /** Null when there is no response: then nothing is stored or counted. */
  content: string | null;
  interrupted: boolean;
  at: Date;
}

/**
 * Ends turns: stores the responses and counts them in their sessions. Safe to repeat: a message that has its response gets no
 * other one. Locks in the same order as starting and replacing a turn: users by id, messages, sessions. Updating the questions also returns
 * which of them were hidden while this statement waited for the users. A stopped response may end after the next message was sent. It then
 * gets its question's time, so that it is sorted below its question and not below the later message. A later message is recognised by the
 * session's `lastMessageAt`, which is read under a lock and so includes messages committed while this statement waited. No response is older
 * than its question, also when the clocks of two processes differ.
 */
export async function writeTurnEnds(db: DbOrTx, ends: readonly TurnEnd[]): Promise<undefined[]> {
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
      UPDATE chat_message SET "answerPending" = false, "partialAnswer" = NULL, "answerAliveAt" = NULL
      WHERE (SELECT count(*) FROM owner) > 0 AND id IN (SELECT question_id FROM turn)
      RETURNING id, "sessionId", "hiddenAt", "hiddenBy", "createdAt"
    ), session AS MATERIALIZED (
      SELECT id, "lastMessageAt" FROM chat_session WHERE id IN (SELECT "sessionId" FROM question) ORDER BY id FOR NO KEY UPDATE
    ), message AS (
      INSERT INTO chat_message (id, "sessionId", role, content, "creditsUsed", interrupted, "answerTo", "hiddenAt", "hiddenBy", "createdAt")
      SELECT turn.id, turn.session_id, 'assistant', turn.content, 0, turn.interrupted, question.id, question."hiddenAt", question."hiddenBy",
        CASE WHEN session."lastMessageAt" > question."createdAt" THEN question."createdAt" ELSE greatest(turn.at, question."createdAt") END
      FROM turn JOIN question ON question.id = turn.question_id JOIN session ON session.id = question."sessionId"
      WHERE turn.content IS NOT NULL AND NOT EXISTS (
        SELECT FROM chat_message other WHERE other."sessionId" = turn.session_id AND other."createdAt" >= question."createdAt"
          AND other."answerTo" = question.id
      )
      ON CONFLICT (id) DO NOTHING
      RETURNING "sessionId", "createdAt"
    ), counted AS (
      SELECT "sessionId", count(*)::int AS messages, max("createdAt") AS at FROM message GROUP BY "sessionId"
    )
    UPDATE chat_session
    SET "totalMessages" = "totalMessages" + counted.messages, "lastMessageAt" = greatest("lastMessageAt", counted.at),
      "updatedAt" = greatest("updatedAt", counted.at)
    FROM counted WHERE chat_session.id = counted."sessionId"`;
  return ends.map(() => undefined);
}

/** Longer than usual: the reader has seen the whole response by now, and 20 statements a second replace up to 200. */
const MAX_WAIT_MS = 50;
const batchedEnd = batchPerDatabase(writeTurnEnds, { maxWaitMs: MAX_WAIT_MS });

/**
 * Ends a turn: stores its response, complete or interrupted, and counts it in the session. Turns that end at the same time share a
 * statement. The response to a message that was replaced in the meantime is hidden like the message.
 * @param response `content` is null when there is no response
 */
export async function endTurn(
  ctx: UserContext,
  turn: { sessionId: string; messageId: string },
  response: { content: string | null; interrupted: boolean },
): Promise<void> {
  const end: TurnEnd = {
    id: createId(),
    userId: ctx.actor.id,
    sessionId: turn.sessionId,
    questionId: turn.messageId,
    content: response.content === null ? null : storableText(response.content),
    interrupted: response.interrupted,
    at: ctx.now(),
  };
  await writeAgain(ctx, turn.messageId, () => batchedEnd(ctx.db, end, ctx.log));
}
