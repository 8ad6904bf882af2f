import { createParser } from "eventsource-parser";
import { UpstreamError } from "../http/upstream-error";
import type { StreamTimeout } from "./stream-timeout";

export interface EventStreamBounds {
  /** Of the whole stream. */
  maxBytes: number;
  /** Of one event, its unfinished lines included. */
  eventMaxChars: number;
}

/**
 * Reads Server-Sent Events from a byte stream: one array per chunk with the data of the events that end in it, empty for a comment.
 * The idle limit of `timeout` runs only while the next chunk is awaited, not while the caller works on the events.
 * @throws UpstreamError beyond a bound, or the error that broke the stream
 */
export async function* readEvents(
  chunks: AsyncIterable<Uint8Array>,
  timeout: StreamTimeout,
  bounds: EventStreamBounds,
): AsyncGenerator<readonly string[], void, undefined> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let events: string[] = [];
  const parser = createParser({
    maxBufferSize: bounds.eventMaxChars,
    onEvent: ({ data }) => events.push(data),
    onError: ({ type }) => {
      if (type === "max-buffer-size-exceeded") throw new UpstreamError("The answer is too large");
    },
  });
  timeout.resumeIdle();
  for await (const chunk of chunks) {
    timeout.pauseIdle();
    bytes += chunk.byteLength;
    if (bytes > bounds.maxBytes) throw new UpstreamError("The answer is too large");
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield events;
    events = [];
    timeout.resumeIdle();
  }
}
