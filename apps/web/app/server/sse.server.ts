import { type ChatStreamEvent, formatSseEvent } from "@app/core/chat/stream-events";

/**
 * Answers with Server-Sent Events while `run` emits them. A reader who goes away ends only the answer: `run` goes on to its end.
 */
export function eventStream(run: (emit: (event: ChatStreamEvent) => void) => Promise<void>): Response {
  const encoder = new TextEncoder();
  let reading = true;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const finished = run((event) => {
        if (reading) controller.enqueue(encoder.encode(formatSseEvent(event)));
      });
      // Not awaited: awaiting would hold back the headers until the end.
      void finished.finally(() => {
        if (reading) controller.close();
      });
    },
    cancel() {
      reading = false;
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-cache",
      Connection: "keep-alive",
      "X-Accel-Buffering": "no",
    },
  });
}
