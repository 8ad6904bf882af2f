import { PublicError } from "../errors";

/** The events of a chat response, in this order: metadata, any number of content events, then done or error. */
export type ChatStreamEvent =
  | { type: "metadata"; sessionId: string; remainingCredits: number }
  | { type: "content"; content: string }
  | ({ type: "done" } & Partial<ChatEnd>)
  | {
      type: "error";
      error: string;
      /** The final cost of the message, in credits, and the balance afterwards. Absent if the response was lost with its process. */
      creditsCharged?: number;
      remainingCredits?: number;
    };

/** Tokens, as the backend counted them. */
export interface TokenUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

/** How a response ended. Part of the `done` event of completions (`/v1`, `/mcp`), which no chat stores. */
export interface ChatEnd {
  finishReason: "stop" | "length";
  /** Null when the backend did not count. */
  usage: TokenUsage | null;
}

export const CHAT_STREAM_ERROR = "Failed to process chat";

/** The process that streamed an answer has died. Maintenance decides about the charge a few minutes later. */
export const ANSWER_LOST = "The answer was lost";

/** A comment line, which readers of server-sent events ignore. It shows proxies and clients that the stream is alive. */
export const SSE_KEEP_ALIVE = ": keep-alive\n\n";

/** One server-sent event. JSON escapes line breaks, so a text cannot end the event early. */
export function formatSseEvent(event: ChatStreamEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

/** Merges neighbouring content events, so that the list gets shorter. Only the chunk boundaries are lost. */
export function mergeContentEvents(events: readonly ChatStreamEvent[]): ChatStreamEvent[] {
  const merged: ChatStreamEvent[] = [];
  let chunks: string[] = [];
  const flush = () => {
    if (chunks.length > 0) merged.push({ type: "content", content: chunks.join("") });
    chunks = [];
  };
  for (const event of events) {
    if (event.type === "content") {
      chunks.push(event.content);
      continue;
    }
    flush();
    merged.push(event);
  }
  flush();
  return merged;
}

/** The model ended without any text. */
export class EmptyResponseError extends PublicError {
  override readonly name = "EmptyResponseError";

  constructor() {
    super("The model gave no answer");
  }
}

/** The backend's content filter ended the response. */
export class FilteredResponseError extends PublicError {
  override readonly name = "FilteredResponseError";

  constructor() {
    super("The answer was stopped by the content filter");
  }
}

/** White space alone counts as empty. */
export function isEmptyResponse(text: string): boolean {
  return text.trim() === "";
}

/**
 * Whether a failed response returns its credits, where that is the policy: it was filtered, or failed before its first word. A user
 * keeps a response that was cut off later, so its charge stays.
 * @param text the part of the response that was received
 */
export function returnsCreditsOnFailure(error: unknown, text: string): boolean {
  return error instanceof FilteredResponseError || isEmptyResponse(text);
}
