import pino from "pino";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createBatcher } from "./batch";

const NOT_BUSY = () => false;
const BOUNDS = { runningMax: 2, itemsMax: 3, waitersMax: 20 };

/** Batches that end when the test says so. */
function fakeRun() {
  const calls: { items: readonly number[]; end: (error?: Error) => void }[] = [];
  const run = (items: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      calls.push({ items, end: (error) => (error ? reject(error) : resolve(items.map((item) => item * 10))) });
    });
  return { calls, run };
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const itemsOf = ({ calls }: ReturnType<typeof fakeRun>) => calls.map(({ items }) => items);

afterEach(() => void vi.useRealTimers());

describe("createBatcher", () => {
  it("sends the calls of one turn together, each with its own result", async () => {
    const batches = fakeRun();
    const call = createBatcher(batches.run, BOUNDS, NOT_BUSY);
    const results = Promise.all([1, 2, 3].map((item) => call(item)));
    await turn();
    expect(itemsOf(batches)).toEqual([[1, 2, 3]]);
    batches.calls[0]?.end();
    expect(await results).toEqual([10, 20, 30]);
  });

  it("sends a lone call before anything else happens", async () => {
    const batches = fakeRun();
    const call = createBatcher(batches.run, BOUNDS, NOT_BUSY);
    void call(1);
    await new Promise((resolve) => process.nextTick(resolve));
    expect(itemsOf(batches)).toEqual([[1]]);
  });

  it("keeps to the bounds on running batches and on items in a batch", async () => {
    const batches = fakeRun();
    const call = createBatcher(batches.run, BOUNDS, NOT_BUSY);
    for (let item = 1; item <= 8; item += 1) void call(item);
    await turn();
    expect(itemsOf(batches)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    batches.calls[1]?.end();
    await turn();
    expect(itemsOf(batches)[2]).toEqual([7, 8]);
  });

  it("waits for more items in a busy process, until the batch is worth sending", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const batches = fakeRun();
    const call = createBatcher(batches.run, { ...BOUNDS, itemsMax: 64 }, () => true);
    void call(1);
    await turn();
    void call(2);
    expect(itemsOf(batches)).toEqual([]);
    vi.advanceTimersByTime(10);
    expect(itemsOf(batches)).toEqual([[1, 2]]);
    const twenty = Array.from({ length: 20 }, (_, item) => item);
    for (const item of twenty) void call(item);
    await turn();
    expect(itemsOf(batches)).toEqual([[1, 2], twenty]);
    vi.advanceTimersByTime(10);
    expect(batches.calls.length).toBe(2);
  });

  it("waits as long as the max wait says", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const batches = fakeRun();
    const call = createBatcher(batches.run, { maxWaitMs: 50 }, () => true);
    void call(1);
    vi.advanceTimersByTime(49);
    void call(2);
    expect(itemsOf(batches)).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(itemsOf(batches)).toEqual([[1, 2]]);
  });

  it("tries each item of a failed batch alone, and logs it", async () => {
    const batches = fakeRun();
    const call = createBatcher(batches.run, BOUNDS, NOT_BUSY);
    const log: string[] = [];
    const logger = pino({}, { write: (line) => void log.push(line) });
    const results = Promise.allSettled([1, 2].map((item) => call(item, logger)));
    await turn();
    batches.calls[0]?.end(new Error("both"));
    await turn();
    expect(itemsOf(batches)).toEqual([[1, 2], [1], [2]]);
    batches.calls[1]?.end(new Error("the first"));
    batches.calls[2]?.end();
    expect(await results).toMatchObject([{ reason: { message: "the first" } }, { value: 20 }]);
    expect(log.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, items: 2, err: { message: "both" } }]);
  });

  it("rejects calls beyond the bound on waiters", async () => {
    const call = createBatcher(fakeRun().run, BOUNDS, NOT_BUSY);
    for (let item = 0; item < BOUNDS.waitersMax; item += 1) void call(item);
    await expect(call(99)).rejects.toThrow("bounded");
  });
});
