import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { FAULT_BEHAVIOURS } from "./fault-plays";
import { healthyResponse } from "./good-answers";

/** A request as the backend saw it. */
export interface ReceivedRequest {
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
