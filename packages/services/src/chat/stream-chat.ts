import { EmptyResponseError, isEmptyResponse } from "@app/core/chat/answer-failure";
import type { ChatInput } from "@app/core/chat/chat-input";
import type { ChatStreamEvent } from "@app/core/chat/stream-events";
import type { UserContext } from "../context";
import { createId } from "../create-id";
import { releaseRunning, startCounted } from "../limits/running-generations";
import { beginTurn, type ChatTurnBegun } from "./begin-turn";
import { endTurn } from "./end-turn";
import { failTurn } from "./failed-turns";

export interface ChatAnswer {
  /**
   * Asks the model and passes on each event. Runs to its end whether or not anyone still reads: what was paid for is stored.
   * Never rejects; a failure is the `error` event.
   */
  run(emit: (event: ChatStreamEvent) => void): Promise<void>;
}

/**
 * Takes 10 credits for a message and answers it as a stream. A failure keeps them, unless REFUND_FAILED_GENERATIONS says otherwise.
 * @throws AppError `not_found` for a session that is not the caller's, `insufficient_credits`, `rate_limited`; nothing is written or charged then
 */
export async function streamChat(ctx: UserContext, input: ChatInput): Promise<ChatAnswer> {
  const id = createId();
  const turn = await startCounted(ctx, id, () => beginTurn(ctx, input));
  return { run: (emit) => runTurn(ctx, turn, emit).finally(() => releaseRunning(ctx, id)) };
}

async function runTurn(ctx: UserContext, turn: ChatTurnBegun, emit: (event: ChatStreamEvent) => void): Promise<void> {
  let answer = "";
  try {
    emit({ type: "metadata", sessionId: turn.sessionId, remainingCredits: turn.remainingCredits });
    for await (const fragment of ctx.clients.chat.stream(turn.turns)) {
      answer += fragment;
      emit({ type: "content", content: fragment });
    }
    if (isEmptyResponse(answer)) throw new EmptyResponseError();
    await endTurn(ctx, turn, { content: answer, interrupted: false });
    emit({ type: "done" });
  } catch (error) {
    ctx.log.warn({ err: error, sessionId: turn.sessionId }, "chat answer failed");
    emit(await failTurn(ctx, turn, { error, text: answer }));
  }
}
