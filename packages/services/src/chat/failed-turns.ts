import {
  CHAT_STREAM_ERROR,
  type ChatStreamEvent,
  isEmptyResponse,
  returnsCreditsOnFailure,
} from "@app/core/chat/chat-stream";
import type { Tx } from "@app/db/client/db";
import type { ServiceContext, UserContext } from "../context";
import { grantCredits, runGrantingTransaction } from "../credits/grant-credits";
import { refundEntryId, returnToApiKey } from "../credits/refund-charge";
import { failureText } from "../history/finish-generation";
import { createId } from "../platform/create-id";
import { abandonedBefore } from "../platform/database-clock";
import { writeAgain } from "../platform/write-again";
import type { StartedTurn } from "./begin-turn";
import { endTurn, writeTurnEnds } from "./end-turn";
import { storableText } from "./running-answers";

/** Longer than any response takes: the process that streamed it has died. */
const ABANDONED_AFTER_MS = 10 * 60 * 1000;
const CLOSE_BATCH_MAX = 200;

type ErrorEvent = Extract<ChatStreamEvent, { type: "error" }>;

interface OpenTurn {
  messageId: string;
  sessionId: string;
  userId: string;
}

interface AbandonedTurn extends OpenTurn {
  /** The part of the response that its process has written. */
  partialAnswer: string | null;
}

/**
 * Ends a turn whose response failed: refunds the charge when the configuration says so, and stores the text that has arrived. When the
 * database fails too, `closeAbandonedTurns` does it later. Never rejects.
 * @param failed.text the part of the response that has arrived
 * @returns the event to send to the client
 */
export async function failTurn(
  ctx: UserContext,
  turn: StartedTurn,
  failed: { error: unknown; text: string },
): Promise<ErrorEvent> {
  const { messageId, sessionId } = turn;
  const event = { type: "error", error: failureText(ctx, failed.error, CHAT_STREAM_ERROR) } as const;
  const part = isEmptyResponse(failed.text) ? null : failed.text;
  let balance: number | null = null;
  try {
    // The refund comes first: once a response is stored, the turn counts as ended and would never be refunded.
    if (ctx.config.refundFailedGenerations && returnsCreditsOnFailure(failed.error, failed.text))
      balance = await refundOnce(ctx, { messageId, sessionId, userId: ctx.actor.id }, part);
    if (balance === null) await endTurn(ctx, turn, { content: part, interrupted: true });
  } catch (error) {
    ctx.log.error({ err: error, sessionId, messageId }, "failed chat turn could not be ended");
  }
  if (balance !== null) return { ...event, creditsCharged: 0, remainingCredits: balance };
  return { ...event, creditsCharged: turn.costCredits, remainingCredits: await readBalance(ctx, turn) };
}

/** As `refundTurn`, in several attempts. One of them may have refunded although its response was lost. */
async function refundOnce(ctx: ServiceContext, turn: OpenTurn, part: string | null): Promise<number | null> {
  const balance = await writeAgain(ctx, turn.messageId, () => refundTurn(ctx, turn, part));
  if (balance !== null) return balance;
  const where = { id: refundEntryId(turn.messageId) };
  return (await ctx.db.creditLedger.findUnique({ where, select: { balanceAfter: true } }))?.balanceAfter ?? null;
}

/**
 * Maintenance: closes turns whose process died before it stored a response, keeps the part that it has written, and refunds the turns when
 * the configuration says so. A turn that fails is logged and tried again in the next run.
 * @returns the number of closed turns
 */
export async function closeAbandonedTurns(ctx: ServiceContext): Promise<number> {
  const turns = await abandonedTurns(ctx);
  let closed = 0;
  for (const turn of turns) {
    const { sessionId, messageId } = turn;
    ctx.log.warn({ sessionId, messageId }, "chat turn was left without an answer");
    try {
      if (await closeTurn(ctx, turn)) closed += 1;
    } catch (error) {
      ctx.log.error({ err: error, sessionId, messageId }, "abandoned chat turn could not be closed");
    }
  }
  return closed;
}

/** Closes a turn, and stores the part of its response in the same transaction. @returns whether this call closed it */
async function closeTurn(ctx: ServiceContext, turn: AbandonedTurn): Promise<boolean> {
  const { messageId, userId } = turn;
  if (ctx.config.refundFailedGenerations) return (await refundTurn(ctx, turn, turn.partialAnswer)) !== null;
  return ctx.db.$transaction(async (tx) => {
    await lockUser(tx, userId);
    const open = { id: messageId, answerPending: true };
    const { count } = await tx.chatMessage.updateMany({ where: open, data: { answerPending: false } });
    if (count > 0) await storePart(tx, turn, turn.partialAnswer, ctx.now());
    return count > 0;
  });
}

/** Stores the part of a response that was received, if there is any. */
async function storePart(tx: Tx, turn: OpenTurn, part: string | null, at: Date): Promise<void> {
  if (part === null || isEmptyResponse(part)) return;
  const { messageId: questionId, sessionId, userId } = turn;
  const content = storableText(part);
  await writeTurnEnds(tx, [{ id: createId(), userId, sessionId, questionId, content, interrupted: true, at }]);
}

/** The lock order of every change of a turn: users, messages, sessions. */
const lockUser = (tx: Tx, userId: string) => tx.$queryRaw`SELECT id FROM "user" WHERE id = ${userId} FOR NO KEY UPDATE`;

async function abandonedTurns(ctx: ServiceContext): Promise<AbandonedTurn[]> {
  const before = await abandonedBefore(ctx, ABANDONED_AFTER_MS);
  return ctx.db.$queryRaw<AbandonedTurn[]>`
    SELECT message.id AS "messageId", "sessionId", "userId", "partialAnswer"
    FROM chat_message message JOIN chat_session session ON session.id = message."sessionId"
    WHERE "answerPending" AND message."createdAt" < ${before}::timestamptz
    ORDER BY random() LIMIT ${CLOSE_BATCH_MAX}::int`;
}

/**
 * Closes a turn, refunds its charge and stores the part of its response in one transaction: on the message, in the session's counters and in
 * the balance. At most once per message: a turn that has ended stays as it is, and the ledger cannot hold the entry twice.
 * @returns the balance after the refund; null when the turn had ended
 */
async function refundTurn(ctx: ServiceContext, turn: OpenTurn, part: string | null): Promise<number | null> {
  const { messageId, sessionId, userId } = turn;
  const now = ctx.now();
  return runGrantingTransaction(ctx, async (tx) => {
    await lockUser(tx, userId);
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
    const apiKeyId = await returnToApiKey(tx, { entryId: messageId, userId }, closed.credits);
    const grant = {
      entryId,
      userId,
      delta: closed.credits,
      reason: "refund",
      reference: sessionId,
      ...(apiKeyId ? { apiKeyId } : {}),
    };
    const balances = await grantCredits(tx, [grant], now);
    await storePart(tx, turn, part, now);
    return balances.get(userId) ?? null;
  });
}

/** The current balance: other requests may have changed it since the charge. */
async function readBalance(ctx: UserContext, turn: StartedTurn): Promise<number> {
  try {
    const user = await ctx.db.user.findUnique({ where: { id: ctx.actor.id }, select: { credits: true } });
    return user?.credits ?? turn.remainingCredits;
  } catch (error) {
    ctx.log.warn({ err: error }, "balance could not be read, the one after the charge is sent");
    return turn.remainingCredits;
  }
}
