import type { ChatInput } from "@app/core/chat/chat-input";
import { CHAT_STREAM_ERROR, type ChatStreamEvent, joinContents } from "@app/core/chat/stream-events";
import type { UserContext } from "../context";
import { giveKeyBack, keepAnswer } from "../idempotency/keep-answer";
import { waitForTurn } from "../idempotency/wait-for-turn";
import { limited } from "../limits/limited";
import { whereConfigured } from "../require-configured";
import { type ChatAnswer, streamChat } from "./stream-chat";

/** Longer than any answer takes: a charge this old without an answer is of a process that died. */
const ANSWER_MAX_MS = 10 * 60 * 1000;
/** The most that is kept event by event. A longer answer is kept with its text in one event. */
const KEPT_PIECES_MAX_CHARS = 256 * 1024;

/**
 * `streamChat` under an Idempotency-Key: a repetition is sent the first answer's events again and charged nothing.
 * Without a key it is `streamChat` itself.
 */
export const streamChatOnce = whereConfigured("chat", limited("generation", streamOnce));

async function streamOnce(ctx: UserContext, input: ChatInput): Promise<ChatAnswer> {
  const key = ctx.idempotencyKey;
  if (key === undefined) return streamChat(ctx, input);
  const turn = await waitForTurn(ctx, { key, operation: "chat", input }, brokenOff);
  if (turn.kind === "answered") return replayEvents(JSON.parse(turn.responseBody));
  if (turn.kind === "recovered") return replayEvents(turn.result);
  try {
    return keepEvents(ctx, key, await streamChat({ ...ctx, claimedKey: key }, input));
  } catch (error) {
    await giveKeyBack(ctx, key);
    throw error;
  }
}

function keepEvents(ctx: UserContext, key: string, answer: ChatAnswer): ChatAnswer {
  return {
    run: async (emit) => {
      const events: ChatStreamEvent[] = [];
      await answer.run((event) => {
        events.push(event);
        emit(event);
      });
      await keepAnswer(ctx, key, { statusCode: 200, responseBody: keptText(events) }).catch((error: unknown) =>
        ctx.log.error({ err: error }, "chat answer could not be kept for its Idempotency-Key"),
      );
    },
  };
}

function keptText(events: readonly ChatStreamEvent[]): string {
  const text = JSON.stringify(events);
  return text.length <= KEPT_PIECES_MAX_CHARS ? text : JSON.stringify(joinContents(events));
}

function replayEvents(events: readonly ChatStreamEvent[]): ChatAnswer {
  return {
    run: async (emit) => {
      for (const event of events) emit(event);
    },
  };
}

/** The message is stored and paid for; its answer was lost with the process that asked the model. */
async function brokenOff(
  ctx: UserContext,
  charge: { reference: string; claimedAt: Date },
): Promise<ChatStreamEvent[] | null> {
  if (ctx.now().getTime() - charge.claimedAt.getTime() < ANSWER_MAX_MS) return null;
  return [
    { type: "metadata", sessionId: charge.reference, remainingCredits: ctx.actor.credits },
    { type: "error", error: CHAT_STREAM_ERROR },
  ];
}
