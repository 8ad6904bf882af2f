import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** How the server responds: refusing with this status, or with a picture. */
export type EchoMode = number | "well";

/**
 * Provider, generation backend and storage in one. It sends back everything it received, credentials first, in every
 * shape of error body that a client may read a message from.
 */
export class EchoingServer {
  mode: EchoMode = 500;
  readonly #server = createServer((request, response) => void this.#respond(request, response));
  url = "";

  async start(): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const address = this.#server.address();
    this.url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
    return this;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { authorization = "", "x-api-key": key = "" } = request.headers;
    const words = `you came with ${authorization || String(key)} and ${JSON.stringify(request.headers)}`;
    const isStorage = String(authorization).startsWith("AWS4");
    if (this.mode === "well" && !isStorage) return respondWell(request, response, this.url);
    const status = this.mode === "well" ? 403 : this.mode;
    response.writeHead(status, {
      "content-type": isStorage ? "application/xml" : "application/json",
      "set-cookie": `seen=${encodeURIComponent(String(authorization))}`,
      "x-seen": words,
    });
    response.end(
      isStorage
        ? `<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>${words.replaceAll(/[<&]/g, "")}</Message></Error>`
        : JSON.stringify({
            error: { message: words, code: "refused" },
            message: words,
            detail: String(Buffer.concat(chunks)),
          }),
    );
  }
}

function respondWell(request: IncomingMessage, response: ServerResponse, url: string): void {
  if (request.url?.endsWith(".png")) {
    response.writeHead(200, { "content-type": "image/png" });
    response.end("not much of a picture");
    return;
  }
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ data: [{ url: `${url}/boat.png` }], id: "task-1", status: "running" }));
}
