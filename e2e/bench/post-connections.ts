import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** What is sent; headers without Host and Content-Length. */
export interface PostRequest {
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

interface Connection {
  socket: Socket;
  answer: string;
  /** Of the request that is under way. */
  settle: { resolve: (status: number) => void; reject: (error: Error) => void } | null;
}

const END_OF_HEAD = "\r\n\r\n";
const LENGTH = /\r\ncontent-length: (\d+)/i;
const STATUS_AT = "HTTP/1.1 ".length;

/**
 * Requests to a server over connections that are kept, one at a time on each. Plain sockets, as pgbench's are: whoever measures shares
 * the machine with what is measured, and Node's own client takes a quarter of what the service does for a request.
 */
export class PostConnections {
  #idle: Connection[] = [];
  readonly #server: { hostname: string; port: string; host: string };

  constructor(url: string) {
    this.#server = new URL(url);
  }

  /** The answer's status. Rejects when the connection breaks. */
  async send({ path, headers, body }: PostRequest): Promise<number> {
    const connection = this.#idle.pop() ?? (await this.#connect());
    return new Promise((resolve, reject) => {
      connection.settle = { resolve, reject };
      let head = `POST ${path} HTTP/1.1\r\nHost: ${this.#server.host}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
      for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`;
      connection.socket.write(`${head}\r\n${body}`);
    });
  }

  close(): void {
    for (const { socket } of this.#idle) socket.destroy();
  }

  async #connect(): Promise<Connection> {
    const socket = connect({ host: this.#server.hostname, port: Number(this.#server.port), noDelay: true });
    await once(socket, "connect");
    const connection: Connection = { socket, answer: "", settle: null };
    socket.setEncoding("latin1");
    socket.on("data", (part: string) => this.#take(connection, part));
    socket.on("error", (error) => connection.settle?.reject(error));
    // The server closes those that nothing came over for a while.
    socket.once("close", () => {
      this.#idle = this.#idle.filter((one) => one !== connection);
      connection.settle?.reject(new Error("The connection was closed"));
    });
    return connection;
  }

  /** An answer is over with the bytes that its head announces: those of the service are short, and say how long they are. */
  #take(connection: Connection, part: string): void {
    connection.answer += part;
    const { answer, settle } = connection;
    const headEnd = answer.indexOf(END_OF_HEAD);
    if (headEnd < 0) return;
    const length = LENGTH.exec(answer)?.[1];
    if (length === undefined) {
      connection.socket.destroy(new Error("An answer does not say how long it is"));
      return;
    }
    if (answer.length < headEnd + END_OF_HEAD.length + Number(length)) return;
    Object.assign(connection, { answer: "", settle: null });
    this.#idle.push(connection);
    settle?.resolve(Number(answer.slice(STATUS_AT, STATUS_AT + 3)));
  }
}
