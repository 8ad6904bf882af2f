import type { ChatStreamEvent } from "@app/core/chat/chat-stream";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { type Failure, failureFromResponse, UNREACHABLE } from "~/ui/failure";

type OpenedStream = { ok: true; body: ReadableStream<Uint8Array<ArrayBuffer>> } | { ok: false; failure: Failure };

interface ChatRequest {
  message: string;
  sessionId: string | null;
  replaces: string | undefined;
  idempotencyKey: string;
}

/**
 * Sends a message. The answer is a stream once the server has taken the message and its credits.
 * @throws only when `signal` aborts
 */
export async function openChatStream(
  { message, sessionId, replaces, idempotencyKey }: ChatRequest,
  signal: AbortSignal,
): Promise<OpenedStream> {
  const request = {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": idempotencyKey },
    body: JSON.stringify({ message, sessionId, replaces }),
    signal,
  };
  try {
    const response = await fetch("/api/chat/stream", request);
    if (response.ok && response.body) return { ok: true, body: response.body };
    return { ok: false, failure: await failureFromResponse(response) };
  } catch (error) {
    if (signal.aborted) throw error;
    return { ok: false, failure: UNREACHABLE };
  }
}

/** The events of a chat answer as they arrive. Ends with the body, whether or not the last event said that it would. */
export async function* readChatStream(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ChatStreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const event: ChatStreamEvent = JSON.parse(part.value.data);
      yield event;
    }
  } finally {
    // Ends the request when whoever reads stops early.
    await reader.cancel();
  }
}
