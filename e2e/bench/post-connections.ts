import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A request; headers without Host and Content-Length. */
export interface PostRequest {
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

interface Connection {
  socket: Socket;
  response: string;
  /** Settles the request in progress. */
  settle: { resolve: (status: number) => void; reject: (error: Error) => void } | null;
}

const END_OF_HEAD = "\r\n\r\n";
const LENGTH = /\r\ncontent-length: (\d+)/i;
const STATUS_AT = "HTTP/1.1 ".length;

/**
 * Requests over keep-alive connections, one at a time on each. Plain sockets, as in pgbench, because the load generator shares the
 * machine: Node's own client takes a quarter of the service's CPU time for a request.
 */
export class PostConnections {
  #idle: Connection[] = [];
  readonly #server: { hostname: string; port: string; host: string };

  constructor(url: string) {
    this.#server = new URL(url);
  }

  /** Status of the response. Rejects when the connection breaks. */
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
    const connection: Connection = { socket, response: "", settle: null };
    socket.setEncoding("latin1");
    socket.on("data", (part: string) => this.#take(connection, part));
    socket.on("error", (error) => connection.settle?.reject(error));
    // The server closes idle connections.
    socket.once("close", () => {
      this.#idle = this.#idle.filter((one) => one !== connection);
      connection.settle?.reject(new Error("The connection was closed"));
    });
    return connection;
  }

  /** A response ends after its Content-Length. The service sends one with all of these short responses. */
  #take(connection: Connection, part: string): void {
    connection.response += part;
    const { response, settle } = connection;
    const headEnd = response.indexOf(END_OF_HEAD);
    if (headEnd < 0) return;
    const length = LENGTH.exec(response)?.[1];
    if (length === undefined) {
      connection.socket.destroy(new Error("A response without Content-Length"));
      return;
    }
    if (response.length < headEnd + END_OF_HEAD.length + Number(length)) return;
    Object.assign(connection, { response: "", settle: null });
    this.#idle.push(connection);
    settle?.resolve(Number(response.slice(STATUS_AT, STATUS_AT + 3)));
  }
}
