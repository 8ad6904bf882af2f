export interface StreamLimits {
  /** Longest wait for the next chunk, in milliseconds. */
  idleMs: number;
  /** Longest life of the whole stream, in milliseconds. */
  totalMs: number;
}

/** One shared abort reason: `abort()` without a reason creates an error and its stack each time. */
const STREAM_STOPPED = new Error("The stream was stopped");

/** Aborts a stream that stalls, lasts too long or whose reader went away. Call `stop` at the end of every stream. */
export class StreamTimeout {
  /** Fires at either limit, with the reader's own signal, and at `stop`. */
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #reader: AbortSignal | undefined;
  #totalTimer: NodeJS.Timeout;
  /** One timer for the whole stream, rearmed for each chunk. */
  readonly #idleTimer: NodeJS.Timeout;
  #isIdleCounted = false;
  #isExpired = false;

  /** @param reader aborts the stream without counting as expired */
  constructor(limits: StreamLimits, reader?: AbortSignal) {
    this.signal = this.#controller.signal;
    this.#reader = reader;
    this.#totalTimer = setTimeout(() => this.#expire(), limits.totalMs);
    this.#idleTimer = setTimeout(() => {
      if (this.#isIdleCounted) this.#expire();
    }, limits.idleMs);
    if (reader?.aborted) this.stop();
    else reader?.addEventListener("abort", this.stop, { once: true });
  }

  /** True when a limit ended the stream, not its reader. */
  get expired(): boolean {
    return this.#isExpired;
  }

  #expire(): void {
    this.#isExpired ||= !this.signal.aborted;
    this.stop();
  }

  /** Counts the idle limit from now: the next chunk is awaited. */
  resumeIdle(): void {
    this.#isIdleCounted = true;
    // Also rearms a timer that fired during a pause.
    this.#idleTimer.refresh();
  }

  /** Stops counting the idle limit while the reader works: its time is not the backend's. */
  pauseIdle(): void {
    this.#isIdleCounted = false;
  }

  /** Ends the stream within this time: what is still to come does not matter. */
  endWithin(ms: number): void {
    clearTimeout(this.#totalTimer);
    if (!this.signal.aborted) this.#totalTimer = setTimeout(() => this.#expire(), ms);
  }

  /** Releases the timers and closes the connection where it is still open. A field, because it is the reader's listener too. */
  readonly stop = (): void => {
    clearTimeout(this.#totalTimer);
    clearTimeout(this.#idleTimer);
    this.#reader?.removeEventListener("abort", this.stop);
    this.#controller.abort(STREAM_STOPPED);
  };
}
