import type { ChatInput } from "@app/core/chat/chat-input";
import { CHAT_STREAM_ERROR, type ChatStreamEvent } from "@app/core/chat/stream-events";
import type { UserContext } from "../context";
import { createId } from "../create-id";
import { failureText } from "../history/failure-text";
import { noteEnd, whileCounted } from "../limits/running-generations";
import { beginTurn, type ChatTurnBegun } from "./begin-turn";
import { endTurn } from "./end-turn";

export interface ChatAnswer {
  /**
   * Asks the model and passes on each event. Runs to its end whether or not anyone still reads: what was paid for is stored.
   * Never rejects; a failure is the `error` event.
   */
  run(emit: (event: ChatStreamEvent) => void): Promise<void>;
}

/**
 * Takes 10 credits for a message and answers it as a stream. No refund on failure.
 * @throws AppError `not_found` for a session that is not the caller's, `insufficient_credits`, `rate_limited`; nothing is written or charged then
 */
export async function streamChat(ctx: UserContext, input: ChatInput): Promise<ChatAnswer> {
  const id = createId();
  const turn = await whileCounted(ctx, id, () => beginTurn(ctx, input));
  return { run: (emit) => runTurn(ctx, turn, emit).finally(() => noteEnd(ctx, id)) };
}

async function runTurn(ctx: UserContext, turn: ChatTurnBegun, emit: (event: ChatStreamEvent) => void): Promise<void> {
  let answer = "";
  try {
    emit({ type: "metadata", sessionId: turn.sessionId, remainingCredits: turn.remainingCredits });
    for await (const fragment of ctx.clients.chat.stream(turn.turns)) {
      answer += fragment;
      emit({ type: "content", content: fragment });
    }
    await endTurn(ctx, turn, { content: answer, interrupted: false });
    emit({ type: "done" });
  } catch (error) {
    ctx.log.warn({ err: error, sessionId: turn.sessionId }, "chat answer failed");
    await keepPartialAnswer(ctx, turn, answer);
    emit({ type: "error", error: failureText(ctx, error, CHAT_STREAM_ERROR) });
  }
}

async function keepPartialAnswer(ctx: UserContext, turn: ChatTurnBegun, content: string): Promise<void> {
  if (content === "") return;
  try {
    await endTurn(ctx, turn, { content, interrupted: true });
  } catch (error) {
    ctx.log.error({ err: error, sessionId: turn.sessionId }, "partial chat answer could not be stored");
  }
}
