import { connect, type Socket } from "node:net";

const BYTE_EVERY_MS = 1_000;
/** A crowd that is slow is no flood: whoever is cut off comes again after this. */
const AGAIN_AFTER_MS = 2_000;
/** How many come at the same moment when it gathers. */
const OPENED_AT_ONCE = 50;

/** How each of them begins; after that comes a byte now and then, or nothing is read. */
const OPENINGS = [
  { head: "GET / HTTP/1.1\r\nHost: localhost\r\n", drip: "X-a: b\r\n", reads: true },
  {
    head: "POST /api/chat/stream HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{",
    drip: " ",
    reads: true,
  },
  { head: "GET /og.png HTTP/1.1\r\nHost: localhost\r\n\r\n", drip: "", reads: false },
] as const;

/** Connections that mean no request, each opened again when the server cuts it off. */
export class SlowConnections {
  readonly #sockets = new Map<number, Socket>();
  #isOver = false;
  #cutOff = 0;

  static async gather(port: number, count: number): Promise<SlowConnections> {
    const crowd = new SlowConnections();
    for (let first = 0; first < count; first += OPENED_AT_ONCE)
      await Promise.all(Array.from({ length: OPENED_AT_ONCE }, (_, index) => crowd.#join(port, first + index)));
    return crowd;
  }

  /** Ends all of them. Returns how many times the server had cut one off. */
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
