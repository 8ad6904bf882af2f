import { PublicError } from "../errors";

/** What a chat answers with, in this order: metadata, any number of contents, then done or error. */
export type ChatStreamEvent =
  | { type: "metadata"; sessionId: string; remainingCredits: number }
  | { type: "content"; content: string }
  | { type: "done" }
  | {
      type: "error";
      error: string;
      /** What the message has cost after all, and the balance after it. Absent where an answer was lost with its process. */
      creditsCharged?: number;
      remainingCredits?: number;
    };

export const CHAT_STREAM_ERROR = "Failed to process chat";

/** A comment, which every reader of Server-Sent Events ignores: it shows proxies and clients that the stream is alive. */
export const SSE_KEEP_ALIVE = ": keep-alive\n\n";

/** One Server-Sent Event. JSON escapes line breaks, so a text cannot end the event early. */
export function formatSseEvent(event: ChatStreamEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

/** The same events with the text of neighbouring contents in one: shorter, with nothing lost but where a piece ended. */
export function mergeContentEvents(events: readonly ChatStreamEvent[]): ChatStreamEvent[] {
  const joined: ChatStreamEvent[] = [];
  let pieces: string[] = [];
  const endContent = () => {
    if (pieces.length > 0) joined.push({ type: "content", content: pieces.join("") });
    pieces = [];
  };
  for (const event of events) {
    if (event.type === "content") {
      pieces.push(event.content);
      continue;
    }
    endContent();
    joined.push(event);
  }
  endContent();
  return joined;
}

/** The model ended without a word. */
export class EmptyResponseError extends PublicError {
  override readonly name = "EmptyAnswerError";

  constructor() {
    super("The model gave no answer");
  }
}

/** The backend's content filter ended the answer. */
export class FilteredResponseError extends PublicError {
  override readonly name = "FilteredAnswerError";

  constructor() {
    super("The answer was stopped by the content filter");
  }
}

/** An answer that shows nothing is none. */
export function isEmptyResponse(text: string): boolean {
  return text.trim() === "";
}

/**
 * Whether a failed answer returns its credits where that is the policy: it was filtered, or failed before its first word. An answer that
 * was cut later stays with its reader, and so does its charge.
 * @param text what arrived of it
 */
export function returnsCreditsOnFailure(error: unknown, text: string): boolean {
  return error instanceof FilteredResponseError || isEmptyResponse(text);
}
