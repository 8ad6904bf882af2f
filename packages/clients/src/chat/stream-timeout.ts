export interface StreamLimits {
  /** Longest wait for the other side's next word, in milliseconds. */
  idleMs: number;
  /** Longest life of the whole stream, in milliseconds. */
  totalMs: number;
}

/** An abort without a reason makes one, with its stack, for nobody to read. */
const LET_GO = new Error("The stream is let go");

/**
 * Aborts a stream that stalls, lasts too long or is no longer wanted. Two timers for the whole stream, however many
 * fragments it has; `stop` releases them and lets go of what is still open.
 */
export class StreamTimeout {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #idleTimer: NodeJS.Timeout;
  readonly #totalTimer: NodeJS.Timeout;
  #listening = false;
  #expired = false;

  constructor(limits: StreamLimits, outer?: AbortSignal) {
    this.#outer = outer;
    this.#idleTimer = setTimeout(() => {
      if (this.#listening) this.#expire();
    }, limits.idleMs);
    this.#totalTimer = setTimeout(() => this.#expire(), limits.totalMs);
    outer?.addEventListener("abort", this.#abort);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** True when a limit, not the reader, ended the stream. */
  get expired(): boolean {
    return this.#expired;
  }

  /** The other side is to speak: the idle limit counts from now. */
  listen(): void {
    this.#listening = true;
    // Also rearms a timer that fired while nobody was listening.
    this.#idleTimer.refresh();
  }

  /** The reader is busy with what came: its time is not the other side's fault. */
  rest(): void {
    this.#listening = false;
  }

  stop(): void {
    this.end();
    this.#abort();
  }

  /** Releases the timers of a stream that has come to its end, where nothing is left to let go of. */
  end(): void {
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#totalTimer);
    this.#outer?.removeEventListener("abort", this.#abort);
  }

  readonly #abort = (): void => this.#controller.abort(LET_GO);

  #expire(): void {
    this.#expired = true;
    this.#abort();
  }
}
