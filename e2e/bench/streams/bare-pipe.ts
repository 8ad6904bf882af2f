// The limit: the same answers passed on by Node and nothing else. PORT says where, UPSTREAM from where.
import { createServer, request } from "node:http";

const BACKLOG = 8192;
const UPSTREAM = `${process.env["UPSTREAM"]}/chat/completions`;

createServer((incoming, outgoing) => {
  const asked = request(UPSTREAM, { method: "POST", headers: { "content-type": "application/json" } }, (answer) => {
    outgoing.writeHead(200, { "content-type": "text/event-stream" });
    answer.pipe(outgoing);
  });
  asked.once("error", () => outgoing.destroy());
  incoming.pipe(asked);
}).listen({ port: Number(process.env["PORT"]), host: "127.0.0.1", backlog: BACKLOG });
