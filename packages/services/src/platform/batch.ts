import { invariant } from "@app/core/errors";
import { isProcessBusy } from "./process-load";

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export interface BatchBounds {
  /** Calls of `run` under way at the same time. */
  callsMax: number;
  itemsPerCallMax: number;
  /** What is asked for beyond that is refused at once. */
  waitingMax: number;
  /** How long items wait for others in a busy process. */
  lingerMs: number;
}

/**
 * One in the database and one on its way; the larger a statement, the longer it keeps its rows locked. In a busy process items wait for
 * little of what everybody waits there, and are half of the statements.
 */
const BOUNDS: BatchBounds = { callsMax: 2, itemsPerCallMax: 64, waitingMax: 10_000, lingerMs: 3 };
/** With so many there is nothing more to wait for. */
const ITEMS_WORTH_A_CALL = 16;

/**
 * Gathers what is asked for at the same time: while `callsMax` calls of `run` are under way, items wait for the next one together. An item
 * by itself is on its way at once, unless the process has much to do: then those of the next milliseconds share its call. When a call
 * fails, each of its items is tried by itself, so that one does not fail for another: `run` must therefore be safe to repeat.
 * @param run returns a result for each item, in their order
 */
export function createBatcher<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  bounds: Partial<BatchBounds> = {},
  isBusy: () => boolean = isProcessBusy,
): (item: Item) => Promise<Result> {
  const { callsMax, itemsPerCallMax, waitingMax, lingerMs } = { ...BOUNDS, ...bounds };
  const queue: Waiting<Item, Result>[] = [];
  let calls = 0;
  let isPlanned = false;
  let lingering: NodeJS.Timeout | null = null;

  function plan(): void {
    const isEnough = queue.length >= ITEMS_WORTH_A_CALL;
    if (isPlanned) {
      if (lingering !== null && isEnough) callAtOnce();
      return;
    }
    if (calls >= callsMax || queue.length === 0) return;
    isPlanned = true;
    if (isEnough) callAtOnce();
    // With those asked for in the same breath. Node's next tick is a hundredth of a millisecond later.
    else if (!isBusy()) queueMicrotask(call);
    else lingering = setTimeout(call, lingerMs);
  }

  /** With all that is asked for before anything else happens. */
  function callAtOnce(): void {
    if (lingering !== null) clearTimeout(lingering);
    lingering = null;
    process.nextTick(call);
  }

  function call(): void {
    lingering = null;
    isPlanned = false;
    calls += 1;
    void settle(queue.splice(0, itemsPerCallMax)).then(() => {
      calls -= 1;
      plan();
    });
    plan();
  }

  async function settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      const [first] = batch;
      if (batch.length === 1) first?.reject(error);
      else await Promise.all(batch.map((one) => settle([one])));
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      invariant(queue.length < waitingMax, "what waits to be gathered is bounded");
      queue.push({ item, resolve, reject });
      plan();
    });
}
