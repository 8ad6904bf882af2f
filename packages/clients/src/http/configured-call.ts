import type { Dispatcher } from "undici";
import { REFUSAL_MAX_BYTES } from "./configured-fetch";
import { DeadlineError } from "./deadline";
import { UpstreamError } from "./upstream-error";

/** No longer than a host keeps an idle connection that does not say how long it does. */
const IDLE_CONNECTION_MS = 4_000;

export interface ConfiguredCall {
  headers: Readonly<Record<string, string>>;
  /** Sent as JSON, with POST; without one it is a GET. */
  body: object | undefined;
  /** Of an answer; a refusal has a bound of its own. */
  maxBytes: number;
  /** From the call to the last byte of the answer. */
  timeoutMs: number;
}

export interface CalledAnswer {
  ok: boolean;
  status: number;
  text: () => Promise<string>;
}

/** As an object, whose member tests replace. */
export const callConnections = { open: openConnections };
let opened: Promise<Dispatcher> | undefined;

/** Those of `undici`, which takes half of what `node:http` does for a short call, and 10 MB: it is loaded with the first of them. */
async function openConnections(): Promise<Dispatcher> {
  const { Agent } = await import("undici");
  // A call has one limit of its own, for all of it.
  return new Agent({ keepAliveTimeout: IDLE_CONNECTION_MS, headersTimeout: 0, bodyTimeout: 0 });
}

/**
 * One call of a JSON API at a host that the configuration names, wherever it is. No redirect is followed, and no compressed body asked for.
 * Rejects when the host cannot be reached; `text` rejects with what broke the connection, or with an UpstreamError beyond the bound. Both
 * reject with a DeadlineError when it takes too long.
 */
export async function callConfigured(url: string, call: ConfiguredCall): Promise<CalledAnswer> {
  opened ??= callConnections.open();
  const connections = await opened;
  const { origin, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    connections.dispatch(
      {
        origin,
        path: pathname + search,
        method: call.body ? "POST" : "GET",
        headers: {
          "content-type": "application/json",
          accept: "application/json",
          "accept-encoding": "identity",
          ...call.headers,
        },
        body: call.body ? JSON.stringify(call.body) : null,
      },
      new AnswerReader(call, resolve, reject),
    );
  });
}

/** What becomes of one call. */
class AnswerReader implements Dispatcher.DispatchHandlers {
  readonly #pieces: Buffer[] = [];
  readonly #timer: NodeJS.Timeout;
  #status = 0;
  #bytesLeft = 0;
  #abort: ((reason: Error) => void) | undefined;
  #failure: Error | undefined;
  #text: { resolve: (text: string) => void; reject: (cause: Error) => void } | undefined;

  constructor(
    private readonly call: ConfiguredCall,
    private readonly resolve: (answer: CalledAnswer) => void,
    private readonly reject: (cause: Error) => void,
  ) {
    this.#timer = setTimeout(() => this.#fail(new DeadlineError(call.timeoutMs)), call.timeoutMs);
  }

  onConnect(abort: (reason?: Error) => void): void {
    this.#abort = abort;
    // It took too long to get here.
    if (this.#failure) abort(this.#failure);
  }

  onHeaders(status: number): boolean {
    const isPreliminary = status < 200;
    if (isPreliminary) return true;
    const ok = status < 300;
    this.#status = status;
    this.#bytesLeft = ok ? this.call.maxBytes : REFUSAL_MAX_BYTES;
    const text = new Promise<string>((resolve, reject) => {
      this.#text = { resolve, reject };
    });
    // Whoever does not read it does not learn what became of it.
    text.catch(() => {});
    this.resolve({ ok, status, text: () => text });
    return true;
  }

  onData(piece: Buffer): boolean {
    this.#pieces.push(piece);
    this.#bytesLeft -= piece.byteLength;
    if (this.#bytesLeft < 0) this.#fail(new UpstreamError("The answer is too large", { status: this.#status }));
    return true;
  }

  onComplete(): void {
    clearTimeout(this.#timer);
    this.#text?.resolve(new TextDecoder().decode(Buffer.concat(this.#pieces)));
  }

  onError(error: Error): void {
    this.#fail(error);
  }

  #fail(error: Error): void {
    if (this.#failure) return;
    this.#failure = error;
    clearTimeout(this.#timer);
    this.reject(error);
    this.#text?.reject(error);
    this.#abort?.(error);
  }
}
