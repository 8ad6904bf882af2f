export interface GathererOptions<Item, Result> {
  /** Does what is to be done for several items at once; one result for each, in their order. */
  run: (items: readonly Item[]) => Promise<readonly Result[]>;
  itemsPerRunMax: number;
  /** How many runs may be under way: while they are, items gather. */
  runsAtOnceMax: number;
  /** What no two items of one run may have in common; the later one waits for the next run. */
  keysOf?: (item: Item) => readonly string[];
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Does together what is asked for at the same time: a statement for many rows costs little more than one for a single row. Nothing waits
 * for others to come: an item that is alone is run alone, at once.
 */
export class Gatherer<Item, Result> {
  #waiting: Waiting<Item, Result>[] = [];
  #runs = 0;
  #isWoken = false;

  constructor(private readonly options: GathererOptions<Item, Result>) {}

  /** @throws what the run threw, for every item of it: whose fault it was only doing one alone can tell */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#wake();
    });
  }

  /** Runs once everything that arrives in this turn of the event loop has been added. */
  #wake(): void {
    if (this.#isWoken) return;
    this.#isWoken = true;
    setImmediate(() => {
      this.#isWoken = false;
      while (this.#waiting.length > 0 && this.#runs < this.options.runsAtOnceMax) void this.#run(this.#take());
    });
  }

  async #run(taken: readonly Waiting<Item, Result>[]): Promise<void> {
    this.#runs += 1;
    try {
      const results = await this.options.run(taken.map(({ item }) => item));
      for (const [index, { resolve }] of taken.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of taken) reject(error);
    } finally {
      this.#runs -= 1;
      this.#wake();
    }
  }

  /** The longest waiting that have nothing in common. */
  #take(): Waiting<Item, Result>[] {
    const { itemsPerRunMax, keysOf } = this.options;
    const taken: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    const taboo = new Set<string>();
    for (const waiting of this.#waiting) {
      const keys = keysOf?.(waiting.item) ?? [];
      const fits = taken.length < itemsPerRunMax && !keys.some((key) => taboo.has(key));
      (fits ? taken : left).push(waiting);
      for (const key of keys) taboo.add(key);
    }
    this.#waiting = left;
    return taken;
  }
}
