import type { Socket } from "node:net";
import type { HealthyResponse } from "./good-answers";

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
  const pieces = [0, ...cuts].map((start, piece) => body.subarray(start, cuts[piece]));
  const sendNext = (): void => {
    const piece = pieces.shift();
    if (piece) socket.write(piece, () => setImmediate(sendNext));
    else socket.end();
  };
  sendNext();
}

/** A byte that goes on with a character. */
function isContinuation(byte = 0): boolean {
  return byte >= 0x80 && byte < 0xc0;
}
