import type { ChatInput } from "@app/core/chat/chat-input";
import { type ChatTurn, CONTEXT_MESSAGES_MAX, contextWindow } from "@app/core/chat/context-window";
import { sessionTitle } from "@app/core/chat/session-title";
import { CHAT_COST_CREDITS } from "@app/core/credits/costs";
import { AppError } from "@app/core/errors";
import { type DbOrTx, Prisma } from "@app/db/client";
import { v7 as uuid } from "uuid";
import type { UserContext } from "../context";
import { spendCredits } from "../credits/spend-credits";
import { hideMessages } from "./hide-messages";

export interface ChatTurnBegun {
  sessionId: string;
  /** The user's message. */
  messageId: string;
  remainingCredits: number;
  /** What the model is asked with. */
  turns: readonly ChatTurn[];
}

/**
 * Takes the credits and stores the user's message, in a session that is new or the caller's, in one statement: a charged message is
 * never without its row. The session's counters count it at once. A message that replaces others hides them if and only if it is charged.
 */
export async function beginTurn(ctx: UserContext, input: ChatInput): Promise<ChatTurnBegun> {
  const { sessionId, replaces } = input;
  if (replaces === undefined) return writeTurn(ctx, ctx.db, input);
  if (sessionId === undefined) throw new AppError("not_found", "Not found");
  return ctx.db.$transaction(async (tx) => {
    await hideMessages(ctx, tx, { sessionId, messageId: replaces });
    return writeTurn(ctx, tx, input);
  });
}

async function writeTurn(ctx: UserContext, db: DbOrTx, input: ChatInput): Promise<ChatTurnBegun> {
  const earlier = input.sessionId === undefined ? [] : await earlierMessages(ctx, db, input.sessionId);
  if (ctx.actor.credits < CHAT_COST_CREDITS) {
    throw new AppError("insufficient_credits", "Insufficient credits", { fields: { remainingCredits: 0 } });
  }
  const sessionId = input.sessionId ?? uuid();
  const messageId = uuid();
  const now = ctx.now();
  const session =
    input.sessionId === undefined ? createSession(ctx, sessionId, input.message, now) : countMessage(sessionId, now);
  const rest = Prisma.sql`${session}, message AS (
    INSERT INTO chat_message (id, "sessionId", role, content, "creditsUsed", "createdAt")
    SELECT ${messageId}, ${sessionId}, 'user', ${input.message}, ${CHAT_COST_CREDITS}::int, ${now}::timestamptz FROM spent
  )`;
  const spend = {
    userId: ctx.actor.id,
    costCredits: CHAT_COST_CREDITS,
    reason: "chat_usage",
    reference: sessionId,
    now,
    claimedKey: ctx.claimedKey,
  } as const;
  const { spent, remainingCredits } = await spendCredits(db, spend, rest);
  if (!spent) throw new AppError("insufficient_credits", "Insufficient credits", { fields: { remainingCredits } });
  return { sessionId, messageId, remainingCredits, turns: contextWindow(earlier, input.message) };
}

async function earlierMessages(
  ctx: UserContext,
  db: DbOrTx,
  sessionId: string,
): Promise<{ role: string; content: string }[]> {
  const session = await db.chatSession.findFirst({
    where: { id: sessionId, userId: ctx.actor.id, deletedAt: null },
    select: {
      messages: {
        select: { role: true, content: true },
        where: { hiddenAt: null },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take: CONTEXT_MESSAGES_MAX,
      },
    },
  });
  if (!session) throw new AppError("not_found", "Not found");
  return session.messages;
}

function createSession(ctx: UserContext, sessionId: string, message: string, now: Date): Prisma.Sql {
  return Prisma.sql`, session AS (
    INSERT INTO chat_session (id, "userId", title, model, "totalMessages", "totalCreditsUsed", "lastMessageAt", "createdAt", "updatedAt")
    SELECT ${sessionId}, id, ${sessionTitle(message)}, ${ctx.clients.chat.model}, 1, ${CHAT_COST_CREDITS}::int,
      ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    FROM spent
  )`;
}

function countMessage(sessionId: string, now: Date): Prisma.Sql {
  return Prisma.sql`, session AS (
    UPDATE chat_session SET "totalMessages" = "totalMessages" + 1, "totalCreditsUsed" = "totalCreditsUsed" + ${CHAT_COST_CREDITS}::int,
      "lastMessageAt" = ${now}::timestamptz, "updatedAt" = ${now}::timestamptz
    FROM spent WHERE chat_session.id = ${sessionId}
  )`;
}
