import type { ChatInput } from "@app/core/chat/chat-input";
import { type ChatTurn, contextWindow } from "@app/core/chat/context-window";
import { sessionTitle } from "@app/core/chat/session-title";
import { CHAT_COST_CREDITS } from "@app/core/credits/costs";
import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";
import { createId } from "../create-id";
import { type SpendResult, spendCredits, spendCreditsWithin } from "../credits/spend-credits";
import type { Spend } from "../credits/write-spends";
import { hideMessages } from "./hide-messages";
import { FIRST_TURN, NEXT_TURN, type TurnRow } from "./turn-rows";

export interface ChatTurnBegun {
  sessionId: string;
  /** The user's message. */
  messageId: string;
  remainingCredits: number;
  /** What the model is asked with. */
  turns: readonly ChatTurn[];
}

/**
 * Takes the credits, stores the user's message, in a session that is new or the caller's, and reads those before it, in one statement: a
 * charged message is never without its row. The session's counters count it at once. A message that replaces others hides them if and
 * only if it is charged.
 * @throws AppError `not_found` for a session that is not the caller's, `insufficient_credits`
 */
export async function beginTurn(ctx: UserContext, input: ChatInput): Promise<ChatTurnBegun> {
  const { sessionId, replaces } = input;
  const beside = sessionId === undefined ? FIRST_TURN : NEXT_TURN;
  const { spend, row } = orderTurn(ctx, input);
  if (ctx.actor.credits < CHAT_COST_CREDITS) {
    await beside.condition?.require(ctx.db, spend);
    throw insufficient(0);
  }
  if (replaces === undefined) return turnBegun(await spendCredits(ctx.db, spend, beside, row), spend, row);
  if (sessionId === undefined) throw new AppError("not_found", "Not found");
  return ctx.db.$transaction(async (tx) => {
    // As every spend begins: who locks messages first and the user then could meet another who does it the other way round.
    await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${ctx.actor.id} FOR NO KEY UPDATE`;
    await hideMessages(ctx, tx, { sessionId, messageId: replaces });
    return turnBegun(await spendCreditsWithin(tx, spend, beside, row), spend, row);
  });
}

function orderTurn(ctx: UserContext, { sessionId, message }: ChatInput): { spend: Spend; row: TurnRow } {
  const spend: Spend = {
    userId: ctx.actor.id,
    costCredits: CHAT_COST_CREDITS,
    reason: "chat_usage",
    reference: sessionId ?? createId(),
    now: ctx.now(),
    claimedKey: ctx.claimedKey,
  };
  const row = { messageId: createId(), content: message, title: sessionTitle(message), model: ctx.clients.chat.model };
  return { spend, row };
}

function turnBegun(result: SpendResult, { reference }: Spend, { messageId, content }: TurnRow): ChatTurnBegun {
  const { spent, remainingCredits } = result;
  if (!spent) throw insufficient(remainingCredits);
  const earlier = (result.read ?? []) as { role: string; content: string }[];
  return { sessionId: reference, messageId, remainingCredits, turns: contextWindow(earlier, content) };
}

function insufficient(remainingCredits: number): AppError {
  return new AppError("insufficient_credits", "Insufficient credits", { fields: { remainingCredits } });
}
