import type { ChatInput } from "@app/core/chat/chat-input";
import {
  CHAT_STREAM_ERROR,
  type ChatStreamEvent,
  EmptyResponseError,
  isEmptyResponse,
  mergeContentEvents,
} from "@app/core/chat/chat-stream";
import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";
import { createId } from "../platform/create-id";
import { releaseKey, storeResponse } from "../platform/idempotency-keys";
import { claimOrWait } from "../platform/idempotent-use-case";
import { consumeUserLimit } from "../platform/rate-limits";
import { requireConfigured } from "../platform/require-configured";
import { releaseRunning, startLimited } from "../platform/running-generations";
import { beginTurn, type ChatTurnBegun } from "./begin-turn";
import { endTurn } from "./end-turn";
import { failTurn } from "./failed-turns";

/** Longer than any answer takes: a charge this old without an answer is of a process that died. */
const ANSWER_MAX_MS = 10 * 60 * 1000;
/** The most that is kept event by event. A longer answer is kept with its text in one event. */
const STORED_EVENTS_MAX_CHARS = 256 * 1024;

/**
 * `streamChat` under an Idempotency-Key: a repetition is sent the first answer's events again and charged nothing.
 * Without a key it is `streamChat` itself.
 */
export async function streamChatOnce(ctx: UserContext, input: ChatInput): Promise<ChatAnswer> {
  requireConfigured(ctx, "chat");
  await consumeUserLimit(ctx, "generation");
  const key = ctx.idempotencyKey;
  if (key === undefined) return streamChat(ctx, input);
  const turn = await claimOrWait(ctx, { key, operation: "chat", input }, recoverChat);
  if (turn.kind === "answered") return replayEvents(JSON.parse(turn.responseBody));
  if (turn.kind === "recovered") return replayEvents(turn.result);
  try {
    return storeEvents(ctx, key, await streamChat({ ...ctx, claimedKey: key }, input));
  } catch (error) {
    await releaseKey(ctx, key);
    throw error;
  }
}

function storeEvents(ctx: UserContext, key: string, answer: ChatAnswer): ChatAnswer {
  return {
    run: async (emit) => {
      const events: ChatStreamEvent[] = [];
      await answer.run((event) => {
        events.push(event);
        emit(event);
      });
      await storeResponse(ctx, key, { statusCode: 200, responseBody: serializeEvents(events) }).catch(
        (error: unknown) => ctx.log.error({ err: error }, "chat answer could not be kept for its Idempotency-Key"),
      );
    },
  };
}

function serializeEvents(events: readonly ChatStreamEvent[]): string {
  const text = JSON.stringify(events);
  return text.length <= STORED_EVENTS_MAX_CHARS ? text : JSON.stringify(mergeContentEvents(events));
}

function replayEvents(events: readonly ChatStreamEvent[]): ChatAnswer {
  return {
    run: async (emit) => {
      for (const event of events) emit(event);
    },
  };
}

/** The message is stored and paid for; its answer was lost with the process that asked the model. */
async function recoverChat(
  ctx: UserContext,
  charge: { reference: string; claimedAt: Date },
): Promise<ChatStreamEvent[] | null> {
  if (ctx.now().getTime() - charge.claimedAt.getTime() < ANSWER_MAX_MS) return null;
  return [
    { type: "metadata", sessionId: charge.reference, remainingCredits: ctx.actor.credits },
    { type: "error", error: CHAT_STREAM_ERROR },
  ];
}

interface ChatAnswer {
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
  const turn = await startLimited(ctx, id, () => beginTurn(ctx, input));
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

export interface CompletedChat {
  sessionId: string;
  remainingCredits: number;
  content: string;
}

/**
 * The same turn as the stream's, answered at once.
 * @throws AppError as `streamChat`, or `internal` with what the stream would have sent as its error
 */
export async function completeChat(ctx: UserContext, input: ChatInput): Promise<CompletedChat> {
  const events: ChatStreamEvent[] = [];
  const { run } = await streamChatOnce(ctx, input);
  await run((event) => events.push(event));
  const answer: CompletedChat = { sessionId: "", remainingCredits: 0, content: "" };
  for (const event of events) {
    if (event.type === "metadata")
      Object.assign(answer, { sessionId: event.sessionId, remainingCredits: event.remainingCredits });
    if (event.type === "content") answer.content += event.content;
    if (event.type === "error") {
      const { creditsCharged, remainingCredits } = event;
      const fields =
        creditsCharged === undefined || remainingCredits === undefined ? {} : { creditsCharged, remainingCredits };
      throw new AppError("internal", event.error || CHAT_STREAM_ERROR, { fields });
    }
  }
  return answer;
}
