// Plays the text model on PORT, as a process of its own: responds to every request with a stream of chunks, the first at once.
// Plain sockets, to leave the machine to the measured server.
import { createServer, type Socket } from "node:net";
import { CHUNK_COUNT, chunkText, STREAM_DURATION_MS } from "./stream-content";

const BACKLOG = 8192;
const HEAD =
  "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n";
/** The end of a chunked body. */
const LAST_CHUNK = "0\r\n\r\n";

const event = (delta: object, finishReason: string | null) =>
  `data: ${JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1_700_000_000,
    model: "m",
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  })}\n\n`;
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const chunks = Array.from({ length: CHUNK_COUNT }, (_, index) => chunk(event({ content: chunkText(index) }, null)));
const writes = chunks.map((text, index) => {
  const head = index === 0 ? HEAD : "";
  const end = index === CHUNK_COUNT - 1 ? `${chunk(`${event({}, "stop")}data: [DONE]\n\n`)}${LAST_CHUNK}` : "";
  return Buffer.from(head + text + end);
});

function respond(socket: Socket): void {
  let sent = 0;
  const send = () => {
    socket.write(writes[sent] ?? "");
    sent += 1;
    if (sent === CHUNK_COUNT) stop();
  };
  const stop = () => {
    clearInterval(timer);
    socket.off("close", stop);
  };
  const timer = setInterval(send, STREAM_DURATION_MS / CHUNK_COUNT);
  socket.on("close", stop);
  send();
}

/** Whether a request has arrived with its whole body, by Content-Length or chunked. */
function isWhole(request: string): boolean {
  const headEnd = request.indexOf("\r\n\r\n");
  if (headEnd < 0) return false;
  const length = /^content-length: *(\d+)/im.exec(request.slice(0, headEnd))?.[1];
  return length === undefined ? request.endsWith(LAST_CHUNK) : request.length >= headEnd + 4 + Number(length);
}

createServer((socket) => {
  let request = "";
  socket.setNoDelay(true).setEncoding("latin1");
  socket.on("error", () => socket.destroy());
  socket.on("data", (part: string) => {
    request += part;
    if (!isWhole(request)) return;
    request = "";
    respond(socket);
  });
}).listen({ port: Number(process.env["PORT"]), host: "127.0.0.1", backlog: BACKLOG });
