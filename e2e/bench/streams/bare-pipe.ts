// The reference: a bare Node server on PORT that pipes the responses of UPSTREAM.
import { createServer, request } from "node:http";

const BACKLOG = 8192;
const UPSTREAM = `${process.env["UPSTREAM"]}/chat/completions`;

createServer((incoming, outgoing) => {
  const upstreamRequest = request(
    UPSTREAM,
    { method: "POST", headers: { "content-type": "application/json" } },
    (response) => {
      outgoing.writeHead(200, { "content-type": "text/event-stream" });
      response.pipe(outgoing);
    },
  );
  upstreamRequest.once("error", () => outgoing.destroy());
  incoming.pipe(upstreamRequest);
}).listen({ port: Number(process.env["PORT"]), host: "127.0.0.1", backlog: BACKLOG });
