import { connect, type Socket } from "node:net";

/** What is sent; headers without Host and Content-Length. */
export interface Post {
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
 * Connections to a server, kept open, with one request on each at a time. Plain sockets, as pgbench's are: whoever measures shares the
 * machine with what is measured, and Node's own client takes a quarter of what the service does for a request.
 */
export class PostConnections {
  #idle: Connection[] = [];

  private constructor(private readonly host: string) {}

  static async open(url: string, count: number): Promise<PostConnections> {
    const { hostname, port, host } = new URL(url);
    const opened = new PostConnections(host);
    await Promise.all(Array.from({ length: count }, () => opened.#connect(hostname, Number(port))));
    return opened;
  }

  /** The answer's status. Rejects when the connection breaks, and when no connection is idle. */
  send({ path, headers, body }: Post): Promise<number> {
    const connection = this.#idle.pop();
    if (!connection) return Promise.reject(new Error("No connection is idle"));
    return new Promise((resolve, reject) => {
      connection.settle = { resolve, reject };
      let head = `POST ${path} HTTP/1.1\r\nHost: ${this.host}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
      for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`;
      connection.socket.write(`${head}\r\n${body}`);
    });
  }

  close(): void {
    for (const { socket } of this.#idle) socket.destroy();
  }

  #connect(host: string, port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, noDelay: true }, () => {
        this.#idle.push(connection);
        resolve();
      });
      const connection: Connection = { socket, answer: "", settle: null };
      const fail = (error: Error) => {
        reject(error);
        this.#idle = this.#idle.filter((one) => one !== connection);
        connection.settle?.reject(error);
      };
      socket.setEncoding("latin1");
      socket.on("data", (part: string) => this.#take(connection, part));
      socket.on("error", fail);
      socket.once("close", () => fail(new Error("The connection was closed")));
    });
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
