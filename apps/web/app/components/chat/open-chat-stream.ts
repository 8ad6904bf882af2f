import { type Failure, UNREACHABLE } from "../failure/failure";
import { failureFromResponse } from "../failure/response-failure";

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
