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
import { withSpan } from "../platform/spans";
import { writeAgain } from "../platform/write-again";
import { beginTurn, type StartedTurn } from "./begin-turn";
import { endTurn } from "./end-turn";
import { failTurn } from "./failed-turns";
import { recoverChat } from "./follow-answer";
import { shareAnswer } from "./running-answers";

/** A response up to this size is stored event by event. A longer one is stored with its text in one event. */
const STORED_EVENTS_MAX_CHARS = 256 * 1024;

/**
 * The entry for REST: streams a chat response for the model's price, once per Idempotency-Key. A repeated request gets the events of the first
 * response again and is not charged.
 * @throws AppError `not_configured`, `rate_limited`, `conflict` for the key, otherwise as `streamChat`
 */
export async function streamChatOnce(ctx: UserContext, input: ChatInput): Promise<ChatStream> {
  return withSpan("streamChatOnce", () => startChatOnce(ctx, input));
}

async function startChatOnce(ctx: UserContext, input: ChatInput): Promise<ChatStream> {
  requireConfigured(ctx, "chat");
  return startOnce(ctx, input, { name: "chat", start: streamChat, recover: recoverChat() });
}

/** A stream that a client may request again with the same Idempotency-Key. */
export interface StreamOperation<Input> {
  /** A key belongs to one operation. */
  name: string;
  start: (ctx: UserContext, input: Input) => Promise<ChatStream>;
  /** The events of a charged request that has stored none. Null while it may still respond itself. */
  recover: (
    ctx: UserContext,
    charge: { reference: string; claimedAt: Date },
  ) => Promise<readonly ChatStreamEvent[] | null>;
}

/**
 * Starts a charged stream once per Idempotency-Key, within the user's rate limit.
 * @throws AppError `rate_limited`, `conflict` for the key, or the error of `start`
 */
export async function startOnce<Input>(
  ctx: UserContext,
  input: Input,
  { name, start, recover }: StreamOperation<Input>,
): Promise<ChatStream> {
  await consumeUserLimit(ctx, "generation");
  const key = ctx.idempotencyKey;
  if (key === undefined) return start(ctx, input);
  const claim = await claimOrWait(ctx, { key, operation: name, input }, recover);
  if (claim.kind === "answered") return replayEvents(JSON.parse(claim.responseBody));
  if (claim.kind === "recovered") return replayEvents(claim.result);
  try {
    return storeEvents(ctx, key, await start({ ...ctx, claimedKey: key }, input));
  } catch (error) {
    await releaseKey(ctx, key, claim.claimedAt);
    throw error;
  }
}

function storeEvents(ctx: UserContext, key: string, stream: ChatStream): ChatStream {
  return {
    run: async (emit) => {
      const events: ChatStreamEvent[] = [];
      await stream.run((event) => {
        events.push(event);
        emit(event);
      });
      const response = { statusCode: 200, responseBody: serializeEvents(events) };
      await writeAgain(ctx, key, () => storeResponse(ctx, key, response)).catch((error: unknown) =>
        ctx.log.error({ err: error }, "chat response could not be stored for its Idempotency-Key"),
      );
    },
  };
}

function serializeEvents(events: readonly ChatStreamEvent[]): string {
  const text = JSON.stringify(events);
  return text.length <= STORED_EVENTS_MAX_CHARS ? text : JSON.stringify(mergeContentEvents(events));
}

function replayEvents(events: readonly ChatStreamEvent[]): ChatStream {
  return {
    run: async (emit) => {
      for (const event of events) emit(event);
    },
  };
}

export interface ChatStream {
  /**
   * Calls the model and emits each event. Continues when the client has disconnected, so that a response that was paid for is stored.
   * Never rejects: a failure is emitted as an `error` event.
   */
  run(emit: (event: ChatStreamEvent) => void): Promise<void>;
}

/**
 * Spends the model's price and streams the model's response. A failed response is refunded only with REFUND_FAILED_GENERATIONS.
 * @throws AppError `not_found` for a session of another user, `insufficient_credits`, `rate_limited`; then nothing is written or charged
 */
export async function streamChat(ctx: UserContext, input: ChatInput): Promise<ChatStream> {
  const id = createId();
  const turn = await startLimited(ctx, id, () => beginTurn(ctx, input));
  const run = (emit: Emit) =>
    withSpan("runTurn", () => shareAnswer(ctx, turn.messageId, emit, (emitToAll) => runTurn(ctx, turn, emitToAll)));
  return { run: (emit) => run(emit).finally(() => releaseRunning(ctx, id)) };
}

type Emit = (event: ChatStreamEvent) => void;

async function runTurn(ctx: UserContext, turn: StartedTurn, emit: Emit): Promise<void> {
  let text = "";
  try {
    emit({ type: "metadata", sessionId: turn.sessionId, remainingCredits: turn.remainingCredits });
    for await (const chunk of ctx.clients.chat.stream(turn.turns, { model: turn.model })) {
      text += chunk;
      emit({ type: "content", content: chunk });
    }
    if (isEmptyResponse(text)) throw new EmptyResponseError();
    await endTurn(ctx, turn, { content: text, interrupted: false });
    ctx.metrics.generationEnded("chat", "completed");
    emit({ type: "done" });
  } catch (error) {
    ctx.log.warn({ err: error, sessionId: turn.sessionId }, "chat answer failed");
    ctx.metrics.generationEnded("chat", "failed");
    emit(await failTurn(ctx, turn, { error, text }));
  }
}

export interface CompletedChat {
  sessionId: string;
  remainingCredits: number;
  content: string;
}

/**
 * The entry for tRPC: the same turn, returned as a whole.
 * @throws AppError as `streamChatOnce`, or `internal` with the message of the stream's `error` event
 */
export async function completeChat(ctx: UserContext, input: ChatInput): Promise<CompletedChat> {
  const events: ChatStreamEvent[] = [];
  const { run } = await streamChatOnce(ctx, input);
  await run((event) => events.push(event));
  const chat: CompletedChat = { sessionId: "", remainingCredits: 0, content: "" };
  for (const event of events) {
    if (event.type === "metadata")
      Object.assign(chat, { sessionId: event.sessionId, remainingCredits: event.remainingCredits });
    if (event.type === "content") chat.content += event.content;
    if (event.type === "error") {
      const { creditsCharged, remainingCredits } = event;
      const fields =
        creditsCharged === undefined || remainingCredits === undefined ? {} : { creditsCharged, remainingCredits };
      throw new AppError("internal", event.error || CHAT_STREAM_ERROR, { fields });
    }
  }
  return chat;
}
