import { CHAT_MAX_TOKENS, CHAT_TEMPERATURE, CHAT_TOP_P } from "@app/core/chat/generation-settings";
import type OpenAI from "openai";
import { z } from "zod";
import { withDeadline } from "./deadline";
import { createGenerationClient, type ModelEndpoint } from "./generation-client";
import { toGenerationError } from "./generation-error";
import { StreamWatch } from "./stream-watch";
import { UpstreamError } from "./upstream-error";

export interface ChatTurn {
  role: "user" | "assistant";
  content: string;
}

export interface ChatModel {
  /** Name of the text model, kept on the chat session. */
  readonly model: string;
  /**
   * Streams the answer's text fragments in order; empty fragments are left out.
   * Rejects when the upstream fails, stalls longer than the idle limit or ends without its end mark.
   */
  stream(turns: readonly ChatTurn[], signal?: AbortSignal): AsyncIterable<string>;
}

/** From the call to the head of the answer or, where the backend refuses, to the end of its refusal. */
export const CHAT_CONNECT_TIMEOUT_MS = 30_000;
/** Between two chunks; a model that thinks sends chunks too, without text. */
export const CHAT_IDLE_TIMEOUT_MS = 30_000;
export const CHAT_TOTAL_TIMEOUT_MS = 5 * 60_000;
/** A multiple of what `CHAT_MAX_TOKENS` can fill: only a backend that ignores the token limit gets here. */
export const CHAT_ANSWER_MAX_CHARS = 64 * 1024;
/** Holds the frames around the text and the thinking before it, which the token limit does not cover. */
const CHAT_STREAM_MAX_BYTES = 32 * 1024 * 1024;
/** The whole answer in a single event, each character escaped, fits twice. */
const CHAT_FRAME_MAX_BYTES = 1024 * 1024;

const ChatChunk = z.object({
  choices: z
    .array(
      z.object({ delta: z.object({ content: z.string().nullish() }).nullish(), finish_reason: z.string().nullish() }),
    )
    .nullish(),
});

export interface OpenAiChatModelOptions extends ModelEndpoint {
  connectTimeoutMs?: number;
  idleTimeoutMs?: number;
  totalTimeoutMs?: number;
}

/** The text model, over OpenAI's chat protocol. */
export function createOpenAiChatModel(options: OpenAiChatModelOptions): ChatModel {
  const client = createGenerationClient(options, CHAT_STREAM_MAX_BYTES, CHAT_FRAME_MAX_BYTES);
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
  const watch = new StreamWatch(limits, signal);
  let finished = false;
  try {
    const chunks = await withDeadline(connectTimeoutOf(options), () =>
      requestAnswer(client, options, turns, watch.signal),
    );
    let answerChars = 0;
    watch.listen();
    for await (const chunk of chunks) {
      watch.rest();
      const choice = ChatChunk.parse(chunk).choices?.[0];
      // A database cannot store NUL in a text, and no reader misses it.
      const text = (choice?.delta?.content ?? "").replaceAll("\0", "");
      answerChars += text.length;
      if (answerChars > CHAT_ANSWER_MAX_CHARS) throw new UpstreamError("The answer is too long");
      if (choice?.finish_reason) finished = true;
      if (text !== "") yield text;
      watch.listen();
    }
  } catch (cause) {
    // After the end mark nothing that happens to the connection can spoil the answer.
    if (!finished) throw failureOf(watch, signal, toGenerationError(cause));
  } finally {
    watch.stop();
  }
  // The SDK ends an aborted stream as if it were complete; only the end mark tells.
  if (!finished) throw failureOf(watch, signal, new UpstreamError("The answer was cut off"));
}

function requestAnswer(
  client: OpenAI,
  options: OpenAiChatModelOptions,
  turns: readonly ChatTurn[],
  signal: AbortSignal,
): Promise<AsyncIterable<unknown>> {
  return client.chat.completions.create(
    {
      model: options.model,
      messages: turns.map(({ role, content }) => ({ role, content })),
      temperature: CHAT_TEMPERATURE,
      top_p: CHAT_TOP_P,
      max_tokens: CHAT_MAX_TOKENS,
      stream: true,
    },
    { signal, timeout: connectTimeoutOf(options) },
  );
}

function connectTimeoutOf(options: OpenAiChatModelOptions): number {
  return options.connectTimeoutMs ?? CHAT_CONNECT_TIMEOUT_MS;
}

/** Why the stream ended: what was seen of it, unless it was us or the reader who ended it. */
function failureOf(watch: StreamWatch, reader: AbortSignal | undefined, seen: UpstreamError): unknown {
  if (watch.expired) return new UpstreamError("The answer stalled", { cause: seen });
  return reader?.aborted ? reader.reason : seen;
}
