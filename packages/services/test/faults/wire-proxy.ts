import { once } from "node:events";
import { createConnection, createServer, type Socket } from "node:net";

/** Where a connection is cut: before or after a message. Messages of both directions are counted from 1. */
export interface CutPoint {
  message: number;
  when: "before" | "after";
}

/** A proxy to the database that can cut the connection at any message of the wire protocol. */
export interface WireProxy {
  /** The database URL through the proxy. */
  url: string;
  /** Restarts the count and cuts once at this point; null only counts. */
  arm(cut: CutPoint | null): void;
  messagesSeen(): number;
  hasCut(): boolean;
  /** Resolves when the server has closed every connection: everything it received is then committed or rolled back. */
  released(): Promise<void>;
  stop(): Promise<void>;
}

const HOST = "127.0.0.1";

export async function startWireProxy(databaseUrl: string): Promise<WireProxy> {
  const target = { host: new URL(databaseUrl).hostname, port: Number(new URL(databaseUrl).port) };
  const serverSides = new Set<Socket>();
  const counter = new MessageCounter();
  const proxy = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const server = createConnection({ ...target, allowHalfOpen: true, noDelay: true });
    serverSides.add(server);
    server.once("close", () => serverSides.delete(server));
    connect(client, server, counter);
  });
  proxy.listen(0, HOST);
  await once(proxy, "listening");
  const released = async () => {
    await Promise.all([...serverSides].map((server) => once(server, "close")));
  };
  return {
    url: addressBy(proxy.address(), databaseUrl),
    arm: (cut) => counter.arm(cut),
    messagesSeen: () => counter.seen,
    hasCut: () => counter.hasCut,
    released,
    stop: async () => {
      for (const server of serverSides) server.destroy();
      await released();
      proxy.close();
    },
  };
}

class MessageCounter {
  seen = 0;
  hasCut = false;
  #cut: CutPoint | null = null;

  arm(cut: CutPoint | null): void {
    this.seen = 0;
    this.hasCut = false;
    this.#cut = cut;
  }

  /** Counts a message and decides whether to pass it on. */
  next(): "pass" | "cut before" | "cut after" {
    this.seen += 1;
    if (this.#cut?.message !== this.seen) return "pass";
    this.hasCut = true;
    return `cut ${this.#cut.when}`;
  }
}

function connect(client: Socket, server: Socket, counter: MessageCounter): void {
  let isCut = false;
  const cut = () => {
    isCut = true;
    // Messages that were passed on still arrive. Responses of the server are dropped.
    client.destroySoon();
    server.end();
    server.resume();
  };
  const relay = (side: "client" | "server", from: Socket, to: Socket) => {
    const splitter = new MessageSplitter(side);
    from.on("data", (chunk: Buffer) => {
      for (const message of splitter.push(chunk)) {
        if (isCut) return;
        const verdict = counter.next();
        if (verdict !== "cut before") to.write(message);
        if (verdict !== "pass") cut();
      }
    });
    from.on("end", () => to.end());
    // After a reset the socket closes, which closes the other one.
    from.on("error", () => {});
  };
  relay("client", client, server);
  relay("server", server, client);
  client.on("close", () => server.end());
  server.on("close", () => client.destroySoon());
}

function addressBy(address: ReturnType<ReturnType<typeof createServer>["address"]>, databaseUrl: string): string {
  if (address === null || typeof address === "string") throw new Error("The proxy has no port");
  const url = new URL(databaseUrl);
  url.host = `${HOST}:${address.port}`;
  return url.href;
}

/** The length field of a message includes itself, but not the type before it. */
const LENGTH_BYTES = 4;
const TYPE_BYTES = 1;

/** Splits a stream of PostgreSQL's wire protocol into messages. */
class MessageSplitter {
  #rest = Buffer.alloc(0);
  #typeBytes: number;

  /** @param side a client's first message has no type byte; all other messages have one */
  constructor(side: "client" | "server") {
    this.#typeBytes = side === "client" ? 0 : TYPE_BYTES;
  }

  /** The messages that this chunk completes, in order. */
  push(chunk: Buffer): Buffer[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const messages: Buffer[] = [];
    for (let end = this.#end(); end <= this.#rest.length; end = this.#end()) {
      messages.push(this.#rest.subarray(0, end));
      this.#rest = this.#rest.subarray(end);
      this.#typeBytes = TYPE_BYTES;
    }
    return messages;
  }

  /** The end of the next message; infinity while its length is incomplete. */
  #end(): number {
    if (this.#rest.length < this.#typeBytes + LENGTH_BYTES) return Number.POSITIVE_INFINITY;
    return this.#typeBytes + this.#rest.readUInt32BE(this.#typeBytes);
  }
}
