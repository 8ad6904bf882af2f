import type { ChatInput } from "@app/core/chat/chat-input";
import { CHAT_STREAM_ERROR, type ChatStreamEvent, mergeContentEvents } from "@app/core/chat/stream-events";
import type { UserContext } from "../context";
import { releaseKey, storeResponse } from "../idempotency/keep-answer";
import { claimOrWait } from "../idempotency/wait-for-turn";
import { rateLimited } from "../limits/limited";
import { whereConfigured } from "../require-configured";
import { type ChatAnswer, streamChat } from "./stream-chat";

/** Longer than any answer takes: a charge this old without an answer is of a process that died. */
const ANSWER_MAX_MS = 10 * 60 * 1000;
/** The most that is kept event by event. A longer answer is kept with its text in one event. */
const STORED_EVENTS_MAX_CHARS = 256 * 1024;

/**
 * `streamChat` under an Idempotency-Key: a repetition is sent the first answer's events again and charged nothing.
 * Without a key it is `streamChat` itself.
 */
export const streamChatOnce = whereConfigured("chat", rateLimited("generation", streamOnce));

async function streamOnce(ctx: UserContext, input: ChatInput): Promise<ChatAnswer> {
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
