import type { Readable } from "node:stream";
import { CHAT_STREAM_ERROR, type ChatEnd, FilteredResponseError, type TokenUsage } from "@app/core/chat/chat-stream";
import type { CompletionParameters } from "@app/core/chat/completion-input";
import { CHAT_MAX_TOKENS, CHAT_TEMPERATURE, CHAT_TOP_P } from "@app/core/chat/conversation";
import type OpenAI from "openai";
import { OpenAIError } from "openai";
import type { ConfiguredResponse } from "../http/configured-fetch";
import { DeadlineError } from "../http/deadline";
import {
  createOpenAiClient,
  GENERATION_RESPONSE_MAX_BYTES,
  type ModelEndpoint,
  toGenerationError,
} from "../http/generation-backend";
import { UpstreamError } from "../http/upstream-error";
import { type ChatChunkContent, readChatChunk } from "./chat-chunk";
import { readEvents } from "./event-stream";
import { StreamTimeout } from "./stream-timeout";

export interface ChatTurn {
  role: "system" | "user" | "assistant";
  content: string;
}

/** Options of a response besides the conversation. */
export interface ChatOptions {
  signal?: AbortSignal;
  /** Another model of the same backend. */
  model?: string;
  /** Replace our defaults. */
  parameters?: CompletionParameters;
  /** Called once, when the response is complete. Asks the backend to count tokens. */
  onEnd?: (end: ChatEnd) => void;
}

export interface ChatModel {
  /** Name of the model that answers when none is named. */
  readonly model: string;
  /**
   * Streams the text of the response in order; empty chunks are left out.
   * Rejects with an UpstreamError when the backend fails, stalls longer than the idle limit or ends without its end mark, with a
   * FilteredResponseError when the backend's filter ends the response, and with the signal's reason when `signal` fires. Messages are
   * ours, never the backend's.
   */
  stream(turns: readonly ChatTurn[], options?: ChatOptions): AsyncIterable<string>;
}

/**
 * From the call to the response's headers or, for a refusal, to the end of its body; then between two chunks. A reasoning model sends
 * chunks without text while it thinks.
 */
export const CHAT_IDLE_TIMEOUT_MS = 30_000;
export const CHAT_TOTAL_TIMEOUT_MS = 5 * 60_000;
/** Several times the text that `CHAT_MAX_TOKENS` allows: only a backend that ignores the token limit gets here. */
export const CHAT_ANSWER_MAX_CHARS = 64 * 1024;
const EVENT_STREAM_BOUNDS = {
  /** Room for the JSON around the text and for the reasoning, which the token limit does not cover. */
  maxBytes: 32 * 1024 * 1024,
  /** Twice the longest response in a single event with every character escaped. */
  eventMaxChars: 1024 * 1024,
};
/** The protocol's last event. */
const DONE = "[DONE]";
/** How long the reader waits for the connection's end after it. A backend or a proxy may leave the connection open. */
const END_AFTER_DONE_MS = 500;

export interface OpenAiChatModelOptions extends ModelEndpoint {
  idleTimeoutMs?: number;
  totalTimeoutMs?: number;
}

/** The text model, over OpenAI's chat protocol. */
export function createOpenAiChatModel(options: OpenAiChatModelOptions): ChatModel {
  const client = createOpenAiClient(options, GENERATION_RESPONSE_MAX_BYTES);
  return { model: options.model, stream: (turns, request) => streamResponse(client, options, turns, request) };
}

async function* streamResponse(
  client: OpenAI,
  options: OpenAiChatModelOptions,
  turns: readonly ChatTurn[],
  { signal, model = options.model, parameters = DEFAULT_PARAMETERS, onEnd }: ChatOptions = {},
): AsyncGenerator<string, void, undefined> {
  signal?.throwIfAborted();
  const limits = {
    idleMs: options.idleTimeoutMs ?? CHAT_IDLE_TIMEOUT_MS,
    totalMs: options.totalTimeoutMs ?? CHAT_TOTAL_TIMEOUT_MS,
  };
  const timeout = new StreamTimeout(limits, signal);
  let hasHeaders = false;
  let finish: ChatChunkContent["end"] = null;
  let usage: TokenUsage | null = null;
  /** The failure as it was seen, unless a limit or the reader caused it. */
  const failureOf = (seen: UpstreamError): unknown => {
    if (!timeout.expired) return signal?.aborted ? signal.reason : seen;
    if (!hasHeaders) return toGenerationError(new DeadlineError(limits.idleMs));
    return new UpstreamError("The answer stalled", { cause: seen });
  };
  try {
    timeout.resumeIdle();
    const body = await requestStream(client, {
      model,
      messages: turns.map(({ role, content }) => ({ role, content })),
      ...parameters,
      ...(onEnd && { stream_options: { include_usage: true } }),
      signal: timeout.signal,
    });
    hasHeaders = true;
    let isEmpty = true;
    let isDone = false;
    let chars = 0;
    for await (const events of readEvents(body, timeout, EVENT_STREAM_BOUNDS)) {
      isEmpty = false;
      for (const data of events) {
        if (!isDone && data.startsWith(DONE)) {
          isDone = true;
          timeout.endWithin(END_AFTER_DONE_MS);
        }
        // Reads on to the end, so that the connection can be used again.
        if (isDone) break;
        // Some proxies keep the connection alive with empty events.
        if (data === "") continue;
        const chunk = readChatChunk(data);
        const { text } = chunk;
        chars += text.length;
        if (chars > CHAT_ANSWER_MAX_CHARS) throw new UpstreamError("The answer is too long");
        finish ??= chunk.end;
        // Some backends count along in every chunk: the last count is that of the whole response.
        usage = chunk.usage ?? usage;
        if (text !== "") yield text;
      }
    }
    if (isEmpty) throw new OpenAIError("A response without a body");
  } catch (cause) {
    // After the end mark a broken connection does not matter.
    if (finish === null) throw failureOf(toGenerationError(cause, CHAT_STREAM_ERROR));
  } finally {
    timeout.stop();
  }
  // A backend that is stopped closes its response like one that is complete; only the end mark tells them apart.
  if (finish === null) throw failureOf(new UpstreamError("The answer was cut off"));
  if (finish === "filtered") throw new FilteredResponseError();
  onEnd?.({ finishReason: finish, usage });
}

const DEFAULT_PARAMETERS: CompletionParameters = {
  temperature: CHAT_TEMPERATURE,
  top_p: CHAT_TOP_P,
  max_tokens: CHAT_MAX_TOKENS,
};

/**
 * Sends the request and returns the response's body alone: the headers would stay in memory for as long as it streams. The body and not
 * the client's own events: those leave out comments, which keep a slow stream alive, and have no bound.
 */
async function requestStream(
  client: OpenAI,
  { signal, ...body }: Omit<OpenAI.ChatCompletionCreateParamsStreaming, "stream"> & { signal: AbortSignal },
): Promise<Readable> {
  const response = await client.chat.completions.create({ ...body, stream: true }, { signal }).asResponse();
  return (response as unknown as ConfiguredResponse).body;
}
