import type { ServerResponse } from "node:http";

/** Where the text of an answer goes. */
interface Sink {
  write(text: string): void;
  end(): void;
}

/** What may wait for a reader in this process; beyond it the connection is closed. No chat answer's events are as long. */
const UNREAD_MAX_BYTES = 4 * 1024 * 1024;

const NOWHERE: Sink = { write: () => undefined, end: () => undefined };

/**
 * Text that is told piece by piece, kept until somebody takes it, and dropped once whoever took it has gone. By itself, so that whoever tells
 * it does not keep the answer's headers in memory for as long.
 */
export class PushedText implements Sink {
  #sink: Sink | null = null;
  #untaken = "";
  #ended = false;

  write(text: string): void {
    if (this.#sink === null) this.#untaken += text;
    else this.#sink.write(text);
  }

  end(): void {
    this.#ended = true;
    this.#sink?.end();
  }

  give(sink: Sink): void {
    this.#sink = sink;
    if (this.#untaken !== "") sink.write(this.#untaken);
    this.#untaken = "";
    if (this.#ended) sink.end();
  }
}

/**
 * An answer like any other, which the server sends as its text comes: a web stream takes more time for a short piece than all that is done
 * with it. Others read it by `body`, and by nothing else.
 */
export class PushedAnswer extends Response {
  readonly #text: PushedText;
  #body: ReturnType<typeof streamOf> | undefined;

  constructor(text: PushedText, headers: Readonly<Record<string, string>>) {
    super(null, { headers });
    this.#text = text;
  }

  override get body() {
    this.#body ??= streamOf(this.#text);
    return this.#body;
  }

  /** Sends it with the headers that it has by now, straight to the connection. */
  send(outgoing: ServerResponse): void {
    // In one packet with the first text, and yet not of one piece with it: Node would keep the head, in its two hundred parts.
    outgoing.cork();
    outgoing.writeHead(this.status, [...this.headers].flat()).flushHeaders();
    pushTo(outgoing, this.#text);
    outgoing.uncork();
  }
}

/** Apart from the answer, which what is handed over here would keep as well. */
function pushTo(outgoing: ServerResponse, text: PushedText): void {
  const leave = () => text.give(NOWHERE);
  outgoing.once("close", leave).on("error", leave);
  text.give({
    write: (piece) => {
      if (outgoing.destroyed) return;
      if (outgoing.writableLength > UNREAD_MAX_BYTES) outgoing.destroy();
      else outgoing.write(piece);
    },
    end: () => outgoing.end(),
  });
}

function streamOf(text: PushedText): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let isTaken = false;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (isTaken) return;
        isTaken = true;
        text.give({ write: (piece) => controller.enqueue(encoder.encode(piece)), end: () => controller.close() });
      },
      cancel: () => text.give(NOWHERE),
    },
    { highWaterMark: 0 },
  );
}
