import { createIdempotencyKey } from "~/ui/use-idempotent-mutation";

/** Each chat has its own: while one waits for a response, a message may be sent in another. */
const storageKey = (sessionId: string | null) => `chat.unanswered.${sessionId ?? "new"}`;

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
  const kept = read(request.sessionId);
  const key = kept?.request === text ? kept.key : createIdempotencyKey();
  write(request.sessionId, { request: text, key, isBackInField: false });
  return key;
}

/** The server has responded: the next request of this chat gets a new key. */
export function requestAnswered(sessionId: string | null): void {
  sessionStorage.removeItem(storageKey(sessionId));
}

/**
 * The message of this chat that was sent before the page was reloaded and has no response yet. Null once it is back in the field, where the
 * user may have deleted it.
 */
export function unansweredMessage(sessionId: string | null): string | null {
  const kept = read(sessionId);
  if (kept === null || kept.isBackInField) return null;
  const request: SentRequest = JSON.parse(kept.request);
  return request.replaces === undefined ? request.message : null;
}

/** The message was put back into the field. The request keeps its key. */
export function messageIsBackInField(sessionId: string | null): void {
  const kept = read(sessionId);
  if (kept !== null) write(sessionId, { ...kept, isBackInField: true });
}

interface UnansweredRequest {
  request: string;
  key: string;
  isBackInField: boolean;
}

function write(sessionId: string | null, kept: UnansweredRequest): void {
  sessionStorage.setItem(storageKey(sessionId), JSON.stringify(kept));
}

function read(sessionId: string | null): UnansweredRequest | null {
  const text = sessionStorage.getItem(storageKey(sessionId));
  return text === null ? null : JSON.parse(text);
}
