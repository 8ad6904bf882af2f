import { createIdempotencyKey } from "~/ui/use-idempotent-mutation";

const KEY = "chat.unanswered";

/** A message that was sent. */
export interface SentRequest {
  message: string;
  sessionId: string | null;
  replaces: string | undefined;
  model: string | undefined;
}

/**
 * The Idempotency-Key of a request. It is kept until the server has responded, also when the page is reloaded before: the same message then
 * has the same key, and is charged once.
 */
export function keyForRequest(request: SentRequest): string {
  const text = JSON.stringify(request);
  const kept = read();
  const key = kept?.request === text ? kept.key : createIdempotencyKey();
  sessionStorage.setItem(KEY, JSON.stringify({ request: text, key }));
  return key;
}

/** The server has responded: the next request gets a new key. */
export function requestAnswered(): void {
  sessionStorage.removeItem(KEY);
}

/** The message of this chat that was sent before the page was reloaded and has no response yet. */
export function unansweredMessage(sessionId: string | null): string | null {
  const kept = read();
  if (kept === null) return null;
  const request: SentRequest = JSON.parse(kept.request);
  return request.sessionId === sessionId && request.replaces === undefined ? request.message : null;
}

function read(): { request: string; key: string } | null {
  const text = sessionStorage.getItem(KEY);
  return text === null ? null : JSON.parse(text);
}
