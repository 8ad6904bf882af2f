import type { ServerResponse } from "node:http";

/** Where the text of an answer goes. */
interface Sink {
  write(text: string): void;
  end(): void;
}

const NOWHERE: Sink = { write: () => undefined, end: () => undefined };

/** Text that is told piece by piece, kept until somebody takes it, and dropped once whoever took it has gone. */
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

/** By the bodies they are read from: middleware copies a response, and not its body. */
const texts = new WeakMap<ReadableStream, PushedText>();

/** A body like any other, which `sendPushed` need not read: a web stream takes more time for a short piece than all that is done with it. */
export function bodyOf(text: PushedText): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isTaken = false;
  const body = new ReadableStream<Uint8Array>(
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
  texts.set(body, text);
  return body;
}

/** Answers with a pushed text piece by piece, straight to the connection. False for any other answer, of which nothing is sent. */
export function sendPushed(response: Response, outgoing: ServerResponse): boolean {
  const text = response.body ? texts.get(response.body) : undefined;
  if (!text) return false;
  const leave = () => text.give(NOWHERE);
  outgoing.once("close", leave).on("error", leave);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  text.give({
    write: (piece) => {
      if (!outgoing.destroyed) outgoing.write(piece);
    },
    end: () => outgoing.end(),
  });
  if (outgoing.writable) outgoing.flushHeaders();
  return true;
}
