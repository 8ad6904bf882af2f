/** What happens in the shop, in order of time. */
export class Timeline {
  readonly #events: { at: number; happen: () => Promise<void> | void }[] = [];
  #now: number;
  readonly #end: number;

  constructor(start: Date, end: Date) {
    this.#now = start.getTime();
    this.#end = end.getTime();
  }

  readonly now = (): Date => new Date(this.#now);

  /** Plans an event. One that would come after the end never happens. */
  plan(at: Date, happen: () => Promise<void> | void): void {
    const time = at.getTime();
    if (time >= this.#end) return;
    let index = this.#events.length;
    // Most events are planned for the near future, and the earliest event is the last one here.
    while (index > 0 && (this.#events[index - 1]?.at ?? 0) <= time) index -= 1;
    this.#events.splice(index, 0, { at: time, happen });
  }

  /** Runs until the end. Events may plan later ones. */
  async run(): Promise<void> {
    for (let event = this.#events.pop(); event; event = this.#events.pop()) {
      this.#now = Math.max(this.#now, event.at);
      await event.happen();
    }
  }
}

export const MINUTE_MS = 60 * 1000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
