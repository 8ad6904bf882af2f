import { performance } from "node:perf_hooks";
import { invariant } from "@app/core/errors";
import type { Db } from "@app/db/client/db";
import { type Context, context } from "@opentelemetry/api";
import type { Logger } from "pino";

/*
 * Batches concurrent calls: every caller asks for one item, and items that are asked for at the same time share one statement. Under load
 * this saves round trips and commits, and locks on a busy row are taken once for many items.
 *
 * - A *waiter* is a caller whose item has not been sent yet. The number of waiters is bounded.
 * - A *batch* is the items of one call of `run`. At most two batches run at the same time: one in the database and one on its way.
 * - The *max wait* applies in a busy process only: there a batch waits a few milliseconds for more items, or until it has 16 of them. In an
 *   idle process an item is sent at once.
 */

export interface BatchBounds {
  /** Calls of `run` at the same time. */
  runningMax: number;
  /** Items in one batch: the longer a statement takes, the longer it holds its row locks. */
  itemsMax: number;
  /** Beyond this number of waiters a call is rejected. */
  waitersMax: number;
  /** How long a batch waits for more items in a busy process. */
  maxWaitMs: number;
}

const BOUNDS: BatchBounds = { runningMax: 2, itemsMax: 64, waitersMax: 10_000, maxWaitMs: 3 };
/** A batch of this size is sent without waiting for more items. */
const ITEMS_WORTH_SENDING = 16;

interface Waiter<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
  log: Logger | undefined;
  /** The caller's trace. */
  trace: Context;
}

/**
 * Returns a function that takes one item and resolves with its result. When a batch fails, each of its items is tried again alone, so that
 * one item cannot fail the others: `run` must be safe to repeat.
 * @param run returns one result for each item, in the same order
 */
export function createBatcher<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  bounds: Partial<BatchBounds> = {},
  isBusy: () => boolean = isProcessBusy,
): (item: Item, log?: Logger) => Promise<Result> {
  const { runningMax, itemsMax, waitersMax, maxWaitMs } = { ...BOUNDS, ...bounds };
  const waiters: Waiter<Item, Result>[] = [];
  let running = 0;
  let isScheduled = false;
  let waitTimer: NodeJS.Timeout | null = null;

  function schedule(): void {
    const isWorthSending = waiters.length >= ITEMS_WORTH_SENDING;
    if (isScheduled) {
      if (waitTimer !== null && isWorthSending) sendNow();
      return;
    }
    if (running >= runningMax || waiters.length === 0) return;
    isScheduled = true;
    if (isWorthSending) sendNow();
    // A microtask includes the calls of the same synchronous run, and delays a lone item less than any timer.
    else if (!isBusy()) queueMicrotask(send);
    else waitTimer = setTimeout(send, maxWaitMs);
  }

  function sendNow(): void {
    if (waitTimer !== null) clearTimeout(waitTimer);
    waitTimer = null;
    process.nextTick(send);
  }

  function send(): void {
    waitTimer = null;
    isScheduled = false;
    running += 1;
    const batch = waiters.splice(0, itemsMax);
    // Without this the statement would belong to the trace of whichever call happened to send it.
    void context.with(batch[0]?.trace ?? context.active(), settle, undefined, batch).then(() => {
      running -= 1;
      schedule();
    });
    schedule();
  }

  async function settle(batch: readonly Waiter<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      const [first] = batch;
      if (batch.length === 1) return first?.reject(error);
      first?.log?.warn({ err: error, items: batch.length }, "a batch failed, its items are tried one by one");
      await Promise.all(batch.map((waiter) => settle([waiter])));
    }
  }

  return (item, log) =>
    new Promise((resolve, reject) => {
      invariant(waiters.length < waitersMax, "the number of waiters is bounded");
      waiters.push({ item, resolve, reject, log, trace: context.active() });
      schedule();
    });
}

/** One value for each database client: a process has one client, the tests have many. */
export function perDatabase<Value>(create: (db: Db) => Value): (db: Db) => Value {
  const values = new WeakMap<Db, Value>();
  return (db) => {
    const existing = values.get(db);
    if (existing !== undefined) return existing;
    const value = create(db);
    values.set(db, value);
    return value;
  };
}

/** A batcher for each database client. `run` executes one statement, or a few. */
export function batchPerDatabase<Item, Result>(
  run: (db: Db, items: readonly Item[]) => Promise<readonly Result[]>,
  bounds: Partial<BatchBounds> = {},
): (db: Db, item: Item, log?: Logger) => Promise<Result> {
  const batcherOf = perDatabase((db) => createBatcher((items: readonly Item[]) => run(db, items), bounds));
  return (db, item, log) => batcherOf(db)(item, log);
}

const MEASURE_INTERVAL_MS = 500;
/** From this load on, calls come often enough that waiting a few milliseconds fills a batch. */
const BUSY_FROM = 0.4;

/** Busy share of the event loop's time, 0 to 1. */
let load = 0;
let previous = performance.eventLoopUtilization();

/** Whether this process was busy for a large share of the last half second. One page that takes long to render does not count. */
function isProcessBusy(): boolean {
  return load >= BUSY_FROM;
}

setInterval(() => {
  const current = performance.eventLoopUtilization();
  load = performance.eventLoopUtilization(current, previous).utilization;
  previous = current;
}, MEASURE_INTERVAL_MS).unref();
