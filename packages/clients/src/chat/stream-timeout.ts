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
  readonly #stopped = new AbortController();
  /** Held here, because `AbortSignal.any` alone would lose it at a garbage collection (nodejs/node#57736). */
  readonly #total: AbortSignal;
  /** One timer for the whole stream, rearmed for each chunk. */
  readonly #idleTimer: NodeJS.Timeout;
  #isIdleCounted = false;
  #isIdleExpired = false;

  /** @param reader aborts the stream without counting as expired */
  constructor(limits: StreamLimits, reader?: AbortSignal) {
    this.#total = AbortSignal.timeout(limits.totalMs);
    this.signal = AbortSignal.any([this.#stopped.signal, this.#total, ...(reader ? [reader] : [])]);
    this.#idleTimer = setTimeout(() => {
      if (!this.#isIdleCounted) return;
      this.#isIdleExpired = true;
      this.#stopped.abort(STREAM_STOPPED);
    }, limits.idleMs);
  }

  /** True when a limit ended the stream, not its reader. */
  get expired(): boolean {
    return this.#isIdleExpired || this.#total.aborted;
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

  /** Releases the timers and closes the connection where it is still open. */
  stop(): void {
    clearTimeout(this.#idleTimer);
    this.#stopped.abort(STREAM_STOPPED);
  }
}
