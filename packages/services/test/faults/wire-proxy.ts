import { once } from "node:events";
import { createConnection, createServer, type Socket } from "node:net";

/** Before or after which message a connection is cut. Messages of both directions count, the first is 1. */
export interface CutPoint {
  message: number;
  when: "before" | "after";
}

/** A way to the database that can be cut at any message of the wire protocol. */
export interface WireProxy {
  /** The database's address by this way. */
  url: string;
  /** Counts from here on anew, and cuts once at the point given; null only counts. */
  arm(cut: CutPoint | null): void;
  messagesSeen(): number;
  hasCut(): boolean;
  /** Resolves when the server has let go of every connection: what reached it is then done or undone. */
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

  /** Counts a message and says what to do with it. */
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
    // What was passed on still arrives. The server's answers, should it have any, go nowhere.
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
    // A connection that is reset is closed next, and then takes the other with it.
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

/** A message's length field counts itself, but not the type before it. */
const LENGTH_BYTES = 4;
const TYPE_BYTES = 1;

/** Cuts a stream of PostgreSQL's wire protocol into its messages, however the network has cut it up. */
class MessageSplitter {
  #rest = Buffer.alloc(0);
  #typeBytes: number;

  /** @param side a client's first message has no type; whatever follows it, and all that a server sends, has one */
  constructor(side: "client" | "server") {
    this.#typeBytes = side === "client" ? 0 : TYPE_BYTES;
  }

  /** The messages that are whole with this chunk, in their order. */
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

  /** Where the next message ends; beyond everything while even its length is missing. */
  #end(): number {
    if (this.#rest.length < this.#typeBytes + LENGTH_BYTES) return Number.POSITIVE_INFINITY;
    return this.#typeBytes + this.#rest.readUInt32BE(this.#typeBytes);
  }
}
