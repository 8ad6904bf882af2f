import type { ChatStreamEvent } from "@app/core/chat/chat-stream";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { type Failure, failureFromResponse, UNREACHABLE } from "~/ui/failure";
import { ownerHeaders } from "~/ui/tab-owner";

type OpenStreamResult = { ok: true; body: ReadableStream<Uint8Array<ArrayBuffer>> } | { ok: false; failure: Failure };

interface ChatRequest {
  message: string;
  sessionId: string | null;
  replaces: string | undefined;
  /** Absent for the default. */
  model: string | undefined;
  idempotencyKey: string;
}

/**
 * Sends a message and resolves to the body of the event stream, or to the reason why the server refused the message.
 * @throws only when `signal` aborts
 */
export async function openChatStream(
  { message, sessionId, replaces, model, idempotencyKey }: ChatRequest,
  signal: AbortSignal,
): Promise<OpenStreamResult> {
  const request = {
    method: "POST",
    headers: { ...ownerHeaders(), "Content-Type": "application/json", "Idempotency-Key": idempotencyKey },
    body: JSON.stringify({ message, sessionId, replaces, model }),
    signal,
  };
  try {
    const response = await fetch("/api/chat/stream", request);
    if (!response.ok) return { ok: false, failure: await failureFromResponse(response) };
    // Something between the browser and the service may send a page with status 200, such as a Wi-Fi login.
    const isStream = response.headers.get("Content-Type")?.startsWith("text/event-stream");
    if (isStream && response.body) return { ok: true, body: response.body };
  } catch (error) {
    if (signal.aborted) throw error;
  }
  return { ok: false, failure: UNREACHABLE };
}

/**
 * Joins the reply that is being written in a chat. Free.
 * @returns null when none is, or it cannot be read now
 * @throws only when `signal` aborts
 */
export async function joinChatStream(
  sessionId: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
  try {
    const response = await fetch(`/api/chat/${encodeURIComponent(sessionId)}/stream`, { signal });
    return response.status === 200 ? response.body : null;
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}

/** Yields the events of a reply as they arrive. Ends with the body, even without a `done` or `error` event. */
export async function* readChatStream(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ChatStreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
  try {
    for (let result = await reader.read(); !result.done; result = await reader.read()) {
      const event: ChatStreamEvent = JSON.parse(result.value.data);
      yield event;
    }
  } finally {
    // Aborts the request when the caller stops reading early.
    await reader.cancel();
  }
}
