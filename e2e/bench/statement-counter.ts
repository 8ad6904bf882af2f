import { connect, createServer, type Socket } from "node:net";

const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;
/** Message types that execute a statement: prepared, or as text. */
const EXECUTE = "E".charCodeAt(0);
const QUERY = "Q".charCodeAt(0);

export interface StatementCounter {
  /** URL of the same database through the counter. */
  url: string;
  /** Statements so far, BEGIN and COMMIT included. */
  count(): number;
  stop(): void;
}

/** A proxy between a process and its database that counts executed statements on the wire, so that no library can hide one. */
export async function countStatements(databaseUrl: string): Promise<StatementCounter> {
  const own = new URL(databaseUrl);
  const { hostname, port } = own;
  let statements = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
    }
    client.on("close", () => database.destroy());
    database.on("close", () => client.destroy());
    const look = messageReader((type) => {
      if (type === EXECUTE || type === QUERY) statements += 1;
    });
    client.on("data", look);
    client.pipe(database);
    database.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  own.port = String(address.port);
  return {
    url: own.href,
    count: () => statements,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Splits a client's bytes into messages. The first one, which opens the connection, has no type. */
function messageReader(onMessage: (type: number) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let typeBytes = 0;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= typeBytes + LENGTH_BYTES) {
      const end = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < end) return;
      if (typeBytes > 0) onMessage(rest.readUInt8(0));
      rest = rest.subarray(end);
      typeBytes = TYPE_BYTES;
    }
  };
}
