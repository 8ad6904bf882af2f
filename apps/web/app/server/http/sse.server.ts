import { type ChatStreamEvent, formatSseEvent, SSE_KEEP_ALIVE } from "@app/core/chat/chat-stream";
import { trackWork } from "./running-work.server";

/** The contract allows 15 s of silence. The difference is for a process whose timers are late. */
const KEEP_ALIVE_AFTER_MS = 12_000;

/** UTF-16 code units that may wait for a reader in this process. The events of a whole chat answer are shorter. */
const UNREAD_MAX_CHARS = 4 * 1024 * 1024;

const HEADERS = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-cache",
  Connection: "keep-alive",
  "X-Accel-Buffering": "no",
};

let openStreams = 0;

/** Streams of this process whose response has not ended, with or without a reader. */
export const openStreamCount = (): number => openStreams;

/**
 * Responds with Server-Sent Events while `run` emits them. A comment follows every 12 s of silence: a model may think for minutes, and
 * proxies close silent connections. What is paid for always goes on to its end: a reader who leaves, or who falls too far behind, loses only
 * the response.
 * @param run gets a signal that aborts when the reader has left, for runs that only read
 * @param format the text of an event; the events of other protocols differ
 */
export function eventStream(
  run: (emit: (event: ChatStreamEvent) => void, readerLeft: AbortSignal) => Promise<void>,
  format: (event: ChatStreamEvent) => string = formatSseEvent,
): Response {
  const reader = new AbortController();
  const { body, write, end } = textStream(() => reader.abort());
  const silence = setTimeout(() => {
    write(SSE_KEEP_ALIVE);
    silence.refresh();
  }, KEEP_ALIVE_AFTER_MS);
  const emit = (event: ChatStreamEvent) => {
    silence.refresh();
    write(format(event));
  };
  openStreams += 1;
  // Not awaited: that would hold back the headers until the end.
  void trackWork(run(emit, reader.signal)).finally(() => {
    openStreams -= 1;
    clearTimeout(silence);
    end();
  });
  return new Response(body, { headers: HEADERS });
}

interface TextStream {
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Does nothing once the reader has left. */
  write(text: string): void;
  end(): void;
}

/** A body with one chunk in its queue. Later text is joined meanwhile, so that a slow reader costs no object per event. */
function textStream(onLeave: () => void): TextStream {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
  let unread = "";
  let isOpen = true;
  const flush = () => {
    if (unread === "") return;
    const text = unread;
    // Emptied first: enqueueing may call `pull` at once.
    unread = "";
    controller.enqueue(encoder.encode(text));
  };
  const end = () => {
    if (!isOpen) return;
    isOpen = false;
    flush();
    controller.close();
    onLeave();
  };
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (own) => {
      controller = own;
    },
    pull: flush,
    cancel: () => {
      isOpen = false;
      unread = "";
      onLeave();
    },
  });
  const write = (text: string) => {
    if (!isOpen) return;
    unread += text;
    if ((controller.desiredSize ?? 0) > 0) flush();
    // The reader sees the stream end before its last event, as after a lost connection.
    else if (unread.length > UNREAD_MAX_CHARS) end();
  };
  return { body, write, end };
}
