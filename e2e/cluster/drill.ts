/** What a drill uses to report, and to stop what it has started. */
export class DrillRun {
  readonly failures: string[] = [];
  readonly #startedAt = performance.now();
  readonly #stops: (() => Promise<unknown> | unknown)[] = [];

  /** Prints what was checked. A failed check fails the drill, which goes on to its end. */
  check(holds: boolean, what: string): void {
    console.log(`  ${holds ? "✓" : "✗"} ${what}`);
    if (!holds) this.failures.push(what);
  }

  note(text: string): void {
    console.log(`  - ${seconds(performance.now() - this.#startedAt)}: ${text}`);
  }

  /** Registers what must be stopped when the drill ends. The last one is stopped first. */
  onEnd(stop: () => Promise<unknown> | unknown): void {
    this.#stops.push(stop);
  }

  async end(): Promise<void> {
    for (let stop = this.#stops.pop(); stop; stop = this.#stops.pop()) {
      try {
        await stop();
      } catch (error) {
        console.log(`  - not stopped cleanly: ${String(error)}`);
      }
    }
  }
}

export interface Drill {
  name: string;
  /** What must hold. */
  promise: string;
  /** What this machine lacks to run it; empty if nothing. */
  missing: () => string[];
  maxMs: number;
  run: (drill: DrillRun) => Promise<void>;
}

const SHOWN_MAX = 5;

/** A list in one line, shortened. */
export function listed(items: readonly string[]): string {
  const shown = items.slice(0, SHOWN_MAX).join("; ");
  return items.length > SHOWN_MAX ? `${shown}; … (${items.length} in all)` : shown;
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
