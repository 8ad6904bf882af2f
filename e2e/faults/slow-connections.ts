import { connect, type Socket } from "node:net";

const BYTE_EVERY_MS = 1_000;
/** A connection that was cut is opened again after this delay. */
const AGAIN_AFTER_MS = 2_000;
/** Connections opened at the same moment at the start. */
const OPENED_AT_ONCE = 50;

/** The first bytes of each. After that it sends a byte now and then, or reads nothing. */
const OPENINGS = [
  { head: "GET / HTTP/1.1\r\nHost: localhost\r\n", drip: "X-a: b\r\n", reads: true },
  {
    head: "POST /api/chat/stream HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{",
    drip: " ",
    reads: true,
  },
  { head: "GET /og.png HTTP/1.1\r\nHost: localhost\r\n\r\n", drip: "", reads: false },
] as const;

/** Slow connections that never finish a request. Each is opened again when the server cuts it. */
export class SlowConnections {
  readonly #sockets = new Map<number, Socket>();
  #isOver = false;
  #cutOff = 0;

  static async open(port: number, count: number): Promise<SlowConnections> {
    const crowd = new SlowConnections();
    for (let first = 0; first < count; first += OPENED_AT_ONCE)
      await Promise.all(Array.from({ length: OPENED_AT_ONCE }, (_, index) => crowd.#join(port, first + index)));
    return crowd;
  }

  /** Closes all. Returns how many times the server had cut one. */
  disperse(): number {
    this.#isOver = true;
    for (const socket of this.#sockets.values()) socket.destroy();
    return this.#cutOff;
  }

  #join(port: number, index: number): Promise<void> {
    const opening = OPENINGS[index % OPENINGS.length] ?? OPENINGS[0];
    return new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(opening.head);
        if (opening.reads) socket.resume();
        resolve();
      });
      const drip = setInterval(() => socket.write(opening.drip), BYTE_EVERY_MS);
      socket.on("error", () => socket.destroy());
      socket.once("close", () => {
        clearInterval(drip);
        resolve();
        if (this.#isOver) return;
        this.#cutOff += 1;
        setTimeout(() => this.#isOver || this.#join(port, index), AGAIN_AFTER_MS);
      });
      this.#sockets.set(index, socket);
    });
  }
}
