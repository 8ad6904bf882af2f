import { CHAT_STREAM_ERROR, FilteredResponseError } from "@app/core/chat/chat-stream";
import { CHAT_MAX_TOKENS, CHAT_TEMPERATURE, CHAT_TOP_P } from "@app/core/chat/conversation";
import type OpenAI from "openai";
import { OpenAIError } from "openai";
import { ConfiguredAnswer } from "../http/configured-fetch";
import { DeadlineError } from "../http/deadline";
import {
  createOpenAiClient,
  GENERATION_RESPONSE_MAX_BYTES,
  type ModelEndpoint,
  toGenerationError,
} from "../http/generation-backend";
import type { MessageReader } from "../http/message-reader";
import { UpstreamError } from "../http/upstream-error";
import { readChatChunk } from "./chat-chunk";
import { coalescingDelayMs } from "./coalescing-delay";
import { EventFrames } from "./event-frames";
import { StreamTimeout } from "./stream-timeout";

export interface ChatTurn {
  role: "user" | "assistant";
  content: string;
}

export interface ChatModel {
  /** Name of the text model, kept on the chat session. */
  readonly model: string;
  /**
   * Streams the answer's text fragments in order; empty fragments are left out.
   * Rejects when the upstream fails, stalls longer than the idle limit or ends without its end mark, and with a FilteredResponseError when
   * the backend's filter ends the answer. What it rejects with has words of our own, never the backend's.
   */
  stream(turns: readonly ChatTurn[], signal?: AbortSignal): AsyncIterable<string>;
}

/**
 * From the call to the head of the answer or, where the backend refuses, to the end of its refusal; then between two chunks: a model that
 * thinks sends chunks too, without text.
 */
export const CHAT_IDLE_TIMEOUT_MS = 30_000;
export const CHAT_TOTAL_TIMEOUT_MS = 5 * 60_000;
/** A multiple of what `CHAT_MAX_TOKENS` can fill: only a backend that ignores the token limit gets here. */
export const CHAT_ANSWER_MAX_CHARS = 64 * 1024;
/** Holds the frames around the text and the thinking before it, which the token limit does not cover. */
const CHAT_STREAM_MAX_BYTES = 32 * 1024 * 1024;
/** The whole answer in a single event, each character escaped, fits twice. */
const CHAT_FRAME_MAX_BYTES = 1024 * 1024;
const BOUNDS = { maxBytes: CHAT_STREAM_MAX_BYTES, frameMaxBytes: CHAT_FRAME_MAX_BYTES };
/** What the protocol says after the last event. */
const DONE = "[DONE]";

export interface OpenAiChatModelOptions extends ModelEndpoint {
  /** Share of its time, 0 to 1, that the process has work to do: the more, the longer fragments gather on their way. */
  load?: () => number;
  idleTimeoutMs?: number;
  totalTimeoutMs?: number;
}

/** The text model, over OpenAI's chat protocol. */
export function createOpenAiChatModel(options: OpenAiChatModelOptions): ChatModel {
  const client = createOpenAiClient(options, GENERATION_RESPONSE_MAX_BYTES);
  return { model: options.model, stream: (turns, signal) => streamAnswer(client, options, turns, signal) };
}

async function* streamAnswer(
  client: OpenAI,
  options: OpenAiChatModelOptions,
  turns: readonly ChatTurn[],
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  signal?.throwIfAborted();
  const limits = {
    idleMs: options.idleTimeoutMs ?? CHAT_IDLE_TIMEOUT_MS,
    totalMs: options.totalTimeoutMs ?? CHAT_TOTAL_TIMEOUT_MS,
  };
  const watch = new StreamTimeout(limits, signal);
  let hasAnswered = false;
  let finished = false;
  let filtered = false;
  let hasEnded = false;
  const failureOf = (seen: UpstreamError): unknown => {
    // What was seen of it, unless it was us or the reader who ended it.
    if (!watch.expired) return signal?.aborted ? signal.reason : seen;
    if (!hasAnswered) return toGenerationError(new DeadlineError(limits.idleMs));
    return new UpstreamError("The answer stalled", { cause: seen });
  };
  try {
    watch.listen();
    const pieces = await requestAnswer(client, options.model, turns, watch.signal);
    hasAnswered = true;
    const frames = new EventFrames(BOUNDS);
    let answerChars = 0;
    let done = false;
    watch.listen();
    const first = await pieces.next();
    if (first === null) throw new OpenAIError("An answer without a body");
    for (let piece: Buffer | null = first; piece !== null; piece = await pieces.next()) {
      watch.rest();
      for (const data of frames.take(piece)) {
        done ||= data.startsWith(DONE);
        if (done) break;
        const { text, end } = readChatChunk(data);
        answerChars += text.length;
        if (answerChars > CHAT_ANSWER_MAX_CHARS) throw new UpstreamError("The answer is too long");
        finished ||= end !== null;
        filtered ||= end === "filtered";
        if (text !== "") yield text;
      }
      // What comes meanwhile is taken at once: first words are not to wait for everybody's next ones.
      const restMs = coalescingDelayMs(options.load?.() ?? 0);
      if (restMs > 0 && !finished) pieces.rest(restMs);
      watch.listen();
    }
    hasEnded = true;
  } catch (cause) {
    // After the end mark nothing that happens to the connection can spoil the answer.
    if (!finished) throw failureOf(toGenerationError(cause, CHAT_STREAM_ERROR));
  } finally {
    if (hasEnded) watch.end();
    else watch.stop();
  }
  // A backend that is stopped ends its answer like one that is complete; only the end mark tells.
  if (!finished) throw failureOf(new UpstreamError("The answer was cut off"));
  if (filtered) throw new FilteredResponseError();
}

/** The answer's pieces alone: its headers would stay in memory with it for as long as it streams. */
async function requestAnswer(
  client: OpenAI,
  model: string,
  turns: readonly ChatTurn[],
  signal: AbortSignal,
): Promise<MessageReader> {
  const asked = client.chat.completions.create(
    {
      model,
      messages: turns.map(({ role, content }) => ({ role, content })),
      temperature: CHAT_TEMPERATURE,
      top_p: CHAT_TOP_P,
      max_tokens: CHAT_MAX_TOKENS,
      stream: true,
    },
    { signal },
  );
  const answer = await asked.asResponse();
  // Not the SDK's own way: its parser, and every stream that is put around a body, cost more than what is done with a fragment.
  if (!(answer instanceof ConfiguredAnswer)) throw new OpenAIError("An answer that has no pieces");
  return answer.pieces;
}
