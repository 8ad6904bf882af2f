import { type ChatStreamEvent, formatSseEvent, SSE_KEEP_ALIVE } from "@app/core/chat/chat-stream";
import { PushedAnswer, PushedText } from "./pushed-response.server";

/** No stream is silent for 15 s. The difference is for a process that is late. */
const KEEP_ALIVE_AFTER_MS = 12_000;

/**
 * Answers with Server-Sent Events while `run` emits them, and with a comment whenever it has been silent for a while: a model may think for
 * minutes, and proxies close silent connections. A reader who goes away ends only the answer: `run` goes on to its end.
 */
export function eventStream(run: (emit: (event: ChatStreamEvent) => void) => Promise<void>): Response {
  const text = new PushedText();
  const silence = setTimeout(() => {
    text.write(SSE_KEEP_ALIVE);
    silence.refresh();
  }, KEEP_ALIVE_AFTER_MS);
  const emit = (event: ChatStreamEvent) => {
    silence.refresh();
    text.write(formatSseEvent(event));
  };
  // Not awaited: awaiting would hold back the headers until the end.
  void run(emit).finally(() => {
    clearTimeout(silence);
    text.end();
  });
  return new PushedAnswer(text, {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-cache",
    Connection: "keep-alive",
    "X-Accel-Buffering": "no",
  });
}
