import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

/** A request as the backend saw it. */
interface ReceivedRequest {
  method: string;
  path: string;
  body: string;
}

/** The fault, and what tells one request for it from others. */
const FAULT_MARK = /fault-([a-z0-9]+(?:_[a-z0-9]+)*)(?:-\d+| in [a-z]+ \d+\.)?/;
const HEAD_END = "\r\n\r\n";

/**
 * A generation backend that speaks HTTP by hand, so that it can break every rule. Which fault befalls a request is written in it, as
 * `fault-<name>` in its prompt or path; a second request for the same is answered well, so that a repetition would show.
 */
export class FaultyBackend {
  readonly requests: ReceivedRequest[] = [];
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;

  /** Returns the address to configure. */
  async start(): Promise<string> {
    const server = createServer((socket) => this.#converse(socket)).listen(0, "127.0.0.1");
    await once(server, "listening");
    this.#server = server;
    const address = server.address();
    return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    const server = this.#server;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  /** The requests made with this in their path or body. */
  requestsWith(text: string): ReceivedRequest[] {
    return this.requests.filter(({ path, body }) => path.includes(text) || body.includes(text));
  }

  /** One request a connection: every answer closes it. */
  #converse(socket: Socket): void {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    let received = Buffer.alloc(0);
    let isAnswered = false;
    socket.on("error", () => undefined);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const request = isAnswered ? null : readRequest(received);
      if (!request) return;
      isAnswered = true;
      this.#answer(socket, request);
    });
  }

  #answer(socket: Socket, request: ReceivedRequest): void {
    const mark = FAULT_MARK.exec(request.path + request.body);
    const isFirst = this.requestsWith(mark?.[0] ?? "").length === 0;
    this.requests.push(request);
    const play = FAULT_BEHAVIOURS.get(isFirst && mark?.[1] ? mark[1] : "none");
    if (!play) throw new Error(`There is no fault ${mark?.[1]}`);
    play(socket, healthyResponse(request));
  }
}

/** Null while there is more to come. */
function readRequest(received: Buffer): ReceivedRequest | null {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const head = received.subarray(0, headEnd).toString("latin1");
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  const body = received.subarray(headEnd + HEAD_END.length);
  if (body.byteLength < length) return null;
  const [method = "", path = ""] = head.split(" ");
  return { method, path, body: body.toString("utf8") };
}

/** Does to a connection, whose request has been read, what the fault is. */
type Fault = (socket: Socket, good: HealthyResponse) => void;

const DRIP_INTERVAL_MS = 1_000;
const HUGE_LINE_BYTES = 10 * 1024 * 1024;
const HTML = "<!doctype html><title>Maintenance</title><h1>Back soon, says 10.0.0.7</h1>";
const REFUSAL = '{"error":{"message":"internal words of the backend at 10.0.0.7"}}';

/** Every fault by its name; `none` is a good answer. */
export const FAULT_BEHAVIOURS: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  ["none", (socket, { contentType, body }) => respond(socket, 200, contentType, body)],
  ["status_429", (socket) => respond(socket, 429, "application/json", REFUSAL)],
  ["status_500", (socket) => respond(socket, 500, "application/json", REFUSAL)],
  ["reset", (socket) => socket.resetAndDestroy()],
  ["closed", (socket) => socket.end()],
  ["no_headers", () => undefined],
  [
    "slow_headers",
    (socket, good) => sendSlowly(socket, Buffer.from(head(200, good.contentType, good.body.byteLength))),
  ],
  [
    "one_byte_per_second",
    (socket, good) => {
      sendFirstPart(socket, good);
      sendSlowly(socket, good.body.subarray(good.firstBytes));
    },
  ],
  ["stalled", sendFirstPart],
  [
    "truncated",
    (socket, good) => {
      sendFirstPart(socket, good);
      socket.end();
    },
  ],
  [
    "reset_midway",
    (socket, good) => {
      sendFirstPart(socket, good);
      socket.write("", () => socket.resetAndDestroy());
    },
  ],
  [
    "bad_json",
    (socket, good) => respond(socket, 200, good.contentType, `${good.isStream ? "data: " : ""}{"id":"tru\n\n`),
  ],
  ["html", (socket) => respond(socket, 200, "text/html", HTML)],
  ["huge_line", (socket, good) => respond(socket, 200, good.contentType, hugeLine(good.isStream))],
  ["empty", (socket, { contentType }) => respond(socket, 200, contentType, "")],
  ["split_characters", splitCharacters],
]);

function head(status: number, contentType: string, length: number): string {
  return `HTTP/1.1 ${status} Whatever\r\ncontent-type: ${contentType}\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`;
}

function respond(socket: Socket, status: number, contentType: string, body: string | Buffer): void {
  socket.write(head(status, contentType, Buffer.byteLength(body)));
  socket.end(body);
}

/** The headers of a whole answer, and the first part of its body. */
function sendFirstPart(socket: Socket, { contentType, body, firstBytes }: HealthyResponse): void {
  socket.write(head(200, contentType, body.byteLength));
  socket.write(body.subarray(0, firstBytes));
}

function sendSlowly(socket: Socket, bytes: Buffer): void {
  let sent = 0;
  const timer = setInterval(() => {
    socket.write(bytes.subarray(sent, sent + 1));
    sent += 1;
    if (sent === bytes.byteLength) socket.end();
  }, DRIP_INTERVAL_MS);
  socket.on("close", () => clearInterval(timer));
}

function hugeLine(isStream: boolean): string {
  const filling = "x".repeat(HUGE_LINE_BYTES);
  return isStream ? `data: {"choices":[{"delta":{"content":"${filling}"}}]}\n\n` : `{"id":"${filling}"}`;
}

/** Cuts within every character of several bytes, and sends each piece in a write of its own. */
function splitCharacters(socket: Socket, { contentType, body }: HealthyResponse): void {
  socket.write(head(200, contentType, body.byteLength));
  const cuts = [...body.keys()].filter((index) => isContinuation(body[index]));
  const chunks = [0, ...cuts].map((start, chunk) => body.subarray(start, cuts[chunk]));
  const sendNext = (): void => {
    const chunk = chunks.shift();
    if (chunk) socket.write(chunk, () => setImmediate(sendNext));
    else socket.end();
  };
  sendNext();
}

/** A byte that goes on with a character. */
function isContinuation(byte = 0): boolean {
  return byte >= 0x80 && byte < 0xc0;
}

interface HealthyResponse {
  contentType: string;
  body: Buffer;
  /** How much of the body comes before the trouble, where a fault is in the middle. */
  firstBytes: number;
  isStream: boolean;
}

/** Characters of two, three and four bytes. */
export const CHAT_CHUNKS = ["Grüße ", "aus 世界 ", "🚢🚢", "!"] as const;
export const IMAGE_URL = "https://files.example/boat.png";
export const REVISED_PROMPT = "ein Schiff, größer 🚢";
export const VIDEO_URL = "https://files.example/boat.mp4";

/** In a prompt: the task's status is asked for with this fault. */
const POLL_MARK = /poll-([a-z0-9_]+-\d+)/;

/** What a backend in good health says to a request. */
function healthyResponse({ method, path, body }: ReceivedRequest): HealthyResponse {
  if (path.endsWith("/chat/completions")) return chatResponse();
  if (path.endsWith("/images/generations"))
    return jsonResponse({ data: [{ url: IMAGE_URL, revised_prompt: REVISED_PROMPT }] });
  if (method === "GET") return jsonResponse({ status: "succeeded", content: { video_url: VIDEO_URL } });
  const polled = POLL_MARK.exec(body)?.[1];
  return jsonResponse({ id: polled ? `fault-${polled}` : "a-task" });
}

function jsonResponse(json: object): HealthyResponse {
  const body = Buffer.from(JSON.stringify(json));
  return { contentType: "application/json", body, firstBytes: Math.floor(body.byteLength / 2), isStream: false };
}

function chatResponse(): HealthyResponse {
  const frames = [...CHAT_CHUNKS.map((content) => frame({ delta: { content } })), frame({ finish_reason: "stop" })];
  const body = Buffer.from(`${frames.join("")}data: [DONE]\n\n`);
  return {
    contentType: "text/event-stream",
    body,
    firstBytes: Buffer.byteLength(frames[0] ?? ""),
    isStream: true,
  };
}

function frame(choice: object): string {
  return `data: ${JSON.stringify({ choices: [choice] })}\n\n`;
}
