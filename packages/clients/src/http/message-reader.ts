import type { Readable } from "node:stream";

/** Reads a stream piece by piece with one promise each: what a stream's own iterator does besides costs more than most pieces. */
export class MessageReader {
  readonly #message: Readable;
  readonly #pieces: Buffer[] = [];
  #ended = false;
  #error: Error | null = null;
  #wake: (() => void) | null = null;
  #resting: NodeJS.Timeout | null = null;

  constructor(message: Readable) {
    this.#message = message;
    message.on("data", (piece: Buffer) => {
      this.#pieces.push(piece);
      // Nobody waits for it: the sender is to wait then, too.
      if (this.#wake === null) message.pause();
      this.#stir();
    });
    message.once("end", () => {
      this.#ended = true;
      this.#stir();
    });
    message.on("error", (error) => {
      this.#error ??= error;
      this.#stir();
    });
    message.once("close", () => {
      if (!this.#ended) this.#error ??= new Error("The connection was closed");
      this.#endRest();
      this.#stir();
    });
  }

  /** The next piece, null at the end. Rejects with what broke the stream, once the pieces before it are read. */
  async next(): Promise<Buffer | null> {
    while (this.#error === null && (this.#resting !== null || (this.#pieces.length === 0 && !this.#ended))) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        if (this.#resting === null) this.#message.resume();
      });
    }
    const piece = this.#pieces.shift();
    if (piece) return piece;
    if (this.#error !== null) throw this.#error;
    return null;
  }

  /** All that is left, as text; null when it is longer than `maxBytes`, and then the rest is let go of. */
  async text(maxBytes: number): Promise<string | null> {
    const pieces: Buffer[] = [];
    let bytes = 0;
    for (let piece = await this.next(); piece !== null; piece = await this.next()) {
      pieces.push(piece);
      bytes += piece.byteLength;
      if (bytes <= maxBytes) continue;
      this.stop();
      return null;
    }
    return new TextDecoder().decode(Buffer.concat(pieces));
  }

  /** Leaves what comes on its way for so long. What breaks the stream is learned of all the same. */
  rest(restMs: number): void {
    this.#endRest();
    this.#message.pause();
    this.#resting = setTimeout(() => {
      this.#endRest();
      this.#stir();
    }, restMs);
  }

  /** Lets go of what is left. */
  stop(): void {
    this.#message.destroy();
  }

  #endRest(): void {
    if (this.#resting !== null) clearTimeout(this.#resting);
    this.#resting = null;
  }

  #stir(): void {
    this.#wake?.();
    this.#wake = null;
  }
}
