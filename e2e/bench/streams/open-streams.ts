// Readers of the streams benchmark, as a process of their own: opens chat streams evenly over a time, each as another user, and reports
// the result to its parent. Plain sockets, to leave the machine to the measured server.
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "../load";
import { CHUNK_COUNT, chunkText } from "./stream-content";

/** Message of the parent. */
export interface StreamsOrder {
  port: number;
  count: number;
  openedOverMs: number;
}

/** Messages to the parent: all streams have begun (with the number still open), and all have ended (with the result). */
export type StreamsReport =
  | { kind: "begun"; open: number }
  | { kind: "ended"; complete: number; firstP50Ms: number; firstP99Ms: number };

const BODY = JSON.stringify({ message: "Hello" });
/** The end of a chunked response. */
const LAST_CHUNK = "0\r\n\r\n";
const STREAM_MAX_MS = 60_000;
const FIRST = chunkText(0);
const CHUNK_PATTERN = /tok\d+ lorem ipsum/g;

const requestAs = (user: number, port: number) =>
  `POST /api/chat/stream HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: authjs.session-token=bench-${user}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;

interface Stream {
  /** From the request to the first chunk of the response; Infinity without one. */
  firstMs: number;
  isComplete: boolean;
}

function openStream(user: number, port: number, begun: () => void): Promise<Stream> {
  const startedAt = performance.now();
  let firstMs = Number.POSITIVE_INFINITY;
  let text = "";
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.setTimeout(STREAM_MAX_MS, () => socket.destroy());
    socket.setEncoding("latin1");
    socket.on("data", (part: string) => {
      text += part;
      if (firstMs === Number.POSITIVE_INFINITY && text.includes(FIRST)) {
        firstMs = performance.now() - startedAt;
        begun();
      }
      if (part.endsWith(LAST_CHUNK)) socket.destroy();
    });
    socket.on("error", () => undefined);
    socket.once("close", () => resolve({ firstMs, isComplete: isWhole(text) }));
    socket.write(requestAs(user, port));
  });
}

const isWhole = (text: string) =>
  text.startsWith("HTTP/1.1 200") &&
  (text.match(CHUNK_PATTERN)?.length ?? 0) === CHUNK_COUNT &&
  (text.includes('"done"') || text.includes("[DONE]")) &&
  text.endsWith(LAST_CHUNK);

async function openAll({ port, count, openedOverMs }: StreamsOrder): Promise<void> {
  const report = (message: StreamsReport) => process.send?.(message);
  let beginnings = 0;
  let ends = 0;
  const begun = () => {
    beginnings += 1;
    if (beginnings === count) report({ kind: "begun", open: count - ends });
  };
  const openOne = async (user: number) => {
    const stream = await openStream(user, port, begun);
    ends += 1;
    return stream;
  };
  const startedAt = performance.now();
  const streams: Promise<Stream>[] = [];
  for (let user = 1; user <= count; user += 1) {
    const earlyMs = startedAt + (user * openedOverMs) / count - performance.now();
    if (earlyMs > 1) await pause(earlyMs);
    streams.push(openOne(user));
  }
  const ended = await Promise.all(streams);
  const firsts = ended.map(({ firstMs }) => firstMs).sort((a, b) => a - b);
  const complete = ended.filter(({ isComplete }) => isComplete).length;
  report({ kind: "ended", complete, firstP50Ms: percentile(firsts, 0.5), firstP99Ms: percentile(firsts, 0.99) });
}

process.once("message", (order: StreamsOrder) => openAll(order).then(() => process.disconnect()));
