import { type ChatStreamEvent, formatSseEvent } from "@app/core/chat/stream-events";
import { PushedAnswer, PushedText } from "./http/pushed-answer.server";

/**
 * Answers with Server-Sent Events while `run` emits them. A reader who goes away ends only the answer: `run` goes on to its end.
 */
export function eventStream(run: (emit: (event: ChatStreamEvent) => void) => Promise<void>): Response {
  const text = new PushedText();
  // Not awaited: awaiting would hold back the headers until the end.
  void run((event) => text.write(formatSseEvent(event))).finally(() => text.end());
  return new PushedAnswer(text, {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-cache",
    Connection: "keep-alive",
    "X-Accel-Buffering": "no",
  });
}
