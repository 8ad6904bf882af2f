// Readers of the streams benchmark, as a process of their own: opens chat streams evenly over a time, each as another user, and reports
// the result to its parent. Plain sockets, to leave the machine to the measured server.
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "../load";
import { BENCH_MODEL, CHUNK_COUNT, chunkText } from "./stream-content";

/** How a chat is requested: by the page with a session, or by a program with an API key, as a stream or as a whole. */
export type ChatRequestKind = "page" | "v1-stream" | "v1-whole";

/** Message of the parent. */
export interface StreamsOrder {
  kind: ChatRequestKind;
  port: number;
  count: number;
  openedOverMs: number;
}

/** Messages to the parent: all streams have begun (with the number still open), and all have ended (with the result). */
export type StreamsReport =
  | { kind: "begun"; open: number }
  | { kind: "ended"; complete: number; firstP50Ms: number; firstP99Ms: number };

const PAGE_BODY = JSON.stringify({ message: "Hello" });
const V1_BODY = { model: BENCH_MODEL, messages: [{ role: "user", content: "Hello" }] };
/** The end of a chunked response. */
const LAST_CHUNK = "0\r\n\r\n";
const STREAM_MAX_MS = 60_000;
const FIRST = chunkText(0);
const CHUNK_PATTERN = /tok\d+ lorem ipsum/g;

function requestAs(user: number, { kind, port }: StreamsOrder): string {
  const isPage = kind === "page";
  const path = isPage ? "/api/chat/stream" : "/v1/chat/completions";
  const identity = isPage ? `Cookie: authjs.session-token=bench-${user}` : `Authorization: Bearer gm_bench-${user}`;
  const body = isPage ? PAGE_BODY : JSON.stringify({ ...V1_BODY, stream: kind === "v1-stream" });
  return (
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${identity}\r\n` +
    // A whole response has no last chunk to recognise its end by.
    `Connection: ${kind === "v1-whole" ? "close" : "keep-alive"}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
}

interface Stream {
  /** From the request to the first chunk of the response; Infinity without one. */
  firstMs: number;
  isComplete: boolean;
}

function openStream(user: number, order: StreamsOrder, begun: () => void): Promise<Stream> {
  const startedAt = performance.now();
  let firstMs = Number.POSITIVE_INFINITY;
  let text = "";
  return new Promise((resolve) => {
    const socket = connect({ port: order.port, host: "127.0.0.1" });
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
    socket.once("close", () => resolve({ firstMs, isComplete: isWhole(text, order.kind) }));
    socket.write(requestAs(user, order));
  });
}

const isWhole = (text: string, kind: ChatRequestKind) =>
  text.startsWith("HTTP/1.1 200") &&
  (text.match(CHUNK_PATTERN)?.length ?? 0) === CHUNK_COUNT &&
  (kind === "v1-whole" ? text.endsWith("}") : hasEnd(text));

const hasEnd = (text: string) => (text.includes('"done"') || text.includes("[DONE]")) && text.endsWith(LAST_CHUNK);

async function openAll(order: StreamsOrder): Promise<void> {
  const { count, openedOverMs } = order;
  const report = (message: StreamsReport) => process.send?.(message);
  let beginnings = 0;
  let ends = 0;
  const begun = () => {
    beginnings += 1;
    if (beginnings === count) report({ kind: "begun", open: count - ends });
  };
  const openOne = async (user: number) => {
    const stream = await openStream(user, order, begun);
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
