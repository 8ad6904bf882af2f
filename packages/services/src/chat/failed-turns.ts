import {
  CHAT_STREAM_ERROR,
  type ChatStreamEvent,
  isEmptyResponse,
  returnsCreditsOnFailure,
} from "@app/core/chat/chat-stream";
import { CHAT_COST_CREDITS } from "@app/core/credits/costs";
import type { ServiceContext, UserContext } from "../context";
import { grantCredits } from "../credits/grant-credits";
import { refundEntryId } from "../credits/refund-charge";
import { failureText } from "../history/finish-generation";
import type { ChatTurnBegun } from "./begin-turn";
import { endTurn } from "./end-turn";

/** Longer than any answer takes: the process that was to answer is gone. */
const ABANDONED_AFTER_MS = 10 * 60 * 1000;
const CLOSED_AT_ONCE_MAX = 200;

type ErrorEvent = Extract<ChatStreamEvent, { type: "error" }>;

interface OpenTurn {
  messageId: string;
  sessionId: string;
  userId: string;
}

/**
 * Ends a turn whose answer failed: returns its charge where that is the policy, and keeps what arrived. What the database refuses at this
 * moment is left to `closeAbandonedTurns`. Never rejects.
 * @param failed.text what arrived of the answer
 * @returns what the reader is told
 */
export async function failTurn(
  ctx: UserContext,
  turn: ChatTurnBegun,
  failed: { error: unknown; text: string },
): Promise<ErrorEvent> {
  const { messageId, sessionId } = turn;
  const event = { type: "error", error: failureText(ctx, failed.error, CHAT_STREAM_ERROR) } as const;
  const part = isEmptyResponse(failed.text) ? null : failed.text;
  let balance: number | null = null;
  try {
    // First the charge: once its answer is stored, a turn counts as ended, and nothing would return the charge any more.
    if (ctx.config.refundFailedGenerations && returnsCreditsOnFailure(failed.error, failed.text))
      balance = await returnChargeOf(ctx, { messageId, sessionId, userId: ctx.actor.id });
    if (balance === null || part !== null) await endTurn(ctx, turn, { content: part, interrupted: true });
  } catch (error) {
    ctx.log.error({ err: error, sessionId, messageId }, "failed chat turn could not be ended");
  }
  if (balance !== null) return { ...event, creditsCharged: 0, remainingCredits: balance };
  return { ...event, creditsCharged: CHAT_COST_CREDITS, remainingCredits: await readBalance(ctx, turn) };
}

/**
 * Closes the turns whose process died between charge and answer, and returns their charge where that is the policy.
 * @returns how many were closed
 */
export async function closeAbandonedTurns(ctx: ServiceContext): Promise<number> {
  const turns = await abandonedTurns(ctx);
  for (const turn of turns) {
    ctx.log.warn({ sessionId: turn.sessionId, messageId: turn.messageId }, "chat turn was left without an answer");
    if (ctx.config.refundFailedGenerations) await returnChargeOf(ctx, turn);
    else await ctx.db.chatMessage.updateMany({ where: { id: turn.messageId }, data: { answerPending: false } });
  }
  return turns.length;
}

function abandonedTurns(ctx: ServiceContext): Promise<OpenTurn[]> {
  const abandonedBefore = new Date(ctx.now().getTime() - ABANDONED_AFTER_MS);
  return ctx.db.$queryRaw<OpenTurn[]>`
    SELECT message.id AS "messageId", "sessionId", "userId"
    FROM chat_message message JOIN chat_session session ON session.id = message."sessionId"
    WHERE "answerPending" AND message."createdAt" < ${abandonedBefore}::timestamptz
    ORDER BY message."createdAt" LIMIT ${CLOSED_AT_ONCE_MAX}::int`;
}

/**
 * Closes a turn and returns what it was charged: on the message, in its session's counters and to the balance, together. Once for each
 * message: a turn that has ended is left alone, and the ledger cannot hold the entry twice.
 * @returns the balance after it; null where the turn has ended
 */
async function returnChargeOf(ctx: ServiceContext, turn: OpenTurn): Promise<number | null> {
  const { messageId, sessionId, userId } = turn;
  const now = ctx.now();
  return ctx.db.$transaction(async (tx) => {
    // As every change of a turn begins: users before messages before sessions.
    await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${userId} FOR NO KEY UPDATE`;
    const [closed] = await tx.$queryRaw<{ credits: number }[]>`
      WITH charged AS MATERIALIZED (
        SELECT id, "creditsUsed" AS credits FROM chat_message
        WHERE id = ${messageId} AND "answerPending" FOR NO KEY UPDATE
      ), question AS (
        UPDATE chat_message SET "answerPending" = false, "creditsUsed" = 0 FROM charged WHERE chat_message.id = charged.id
      ), session AS (
        UPDATE chat_session SET "totalCreditsUsed" = "totalCreditsUsed" - credits FROM charged WHERE chat_session.id = ${sessionId}
      )
      SELECT credits FROM charged`;
    if (!closed) return null;
    const entryId = refundEntryId(messageId);
    const grant = { entryId, userId, delta: closed.credits, reason: "refund", reference: sessionId };
    const balances = await grantCredits(tx, [grant], now);
    return balances.get(userId) ?? null;
  });
}

/** As of now: other requests may have spent since the charge. */
async function readBalance(ctx: UserContext, turn: ChatTurnBegun): Promise<number> {
  try {
    const user = await ctx.db.user.findUnique({ where: { id: ctx.actor.id }, select: { credits: true } });
    return user?.credits ?? turn.remainingCredits;
  } catch (error) {
    ctx.log.warn({ err: error }, "balance could not be read, the one after the charge is told");
    return turn.remainingCredits;
  }
}
