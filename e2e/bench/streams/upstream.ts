// A text model's stand-in, as a process of its own: answers everything with a stream of fragments, the first at once. PORT says where.
import { createServer, type ServerResponse } from "node:http";
import { FRAGMENTS, fragment, SPAN_MS } from "./fragments";

const BACKLOG = 8192;

const chunk = (delta: object, finishReason: string | null) =>
  `data: ${JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1_700_000_000,
    model: "m",
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  })}\n\n`;
const chunks = Array.from({ length: FRAGMENTS }, (_, index) => chunk({ content: fragment(index) }, null));
const END = `${chunk({}, "stop")}data: [DONE]\n\n`;

function answer(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  let sent = 0;
  const send = () => {
    response.write(chunks[sent]);
    sent += 1;
    if (sent === FRAGMENTS) response.end(END);
  };
  send();
  const timer = setInterval(send, SPAN_MS / FRAGMENTS);
  response.once("close", () => clearInterval(timer));
}

createServer((request, response) => {
  request.resume().once("end", () => answer(response));
}).listen({ port: Number(process.env["PORT"]), host: "127.0.0.1", backlog: BACKLOG });
