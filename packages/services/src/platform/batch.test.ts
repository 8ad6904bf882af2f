import { afterEach, describe, expect, it, vi } from "vitest";
import { createBatcher } from "./batch";

const NOT_BUSY = () => false;
const BOUNDS = { callsMax: 2, itemsPerCallMax: 3, waitingMax: 20 };

/** Calls that end when they are told to. */
function playCalls() {
  const calls: { items: readonly number[]; end: (error?: Error) => void }[] = [];
  const run = (items: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      calls.push({ items, end: (error) => (error ? reject(error) : resolve(items.map((item) => item * 10))) });
    });
  return { calls, run };
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const itemsOf = ({ calls }: ReturnType<typeof playCalls>) => calls.map(({ items }) => items);

afterEach(() => void vi.useRealTimers());

describe("createGatherer", () => {
  it("sends what is asked for in one turn together, each with its own result", async () => {
    const played = playCalls();
    const ask = createBatcher(played.run, BOUNDS, NOT_BUSY);
    const answers = Promise.all([1, 2, 3].map(ask));
    await turn();
    expect(itemsOf(played)).toEqual([[1, 2, 3]]);
    played.calls[0]?.end();
    expect(await answers).toEqual([10, 20, 30]);
  });

  it("sends what is asked for by itself before anything else happens", async () => {
    const played = playCalls();
    const ask = createBatcher(played.run, BOUNDS, NOT_BUSY);
    void ask(1);
    await new Promise((resolve) => process.nextTick(resolve));
    expect(itemsOf(played)).toEqual([[1]]);
  });

  it("keeps no more calls under way, and no more items in one, than it may", async () => {
    const played = playCalls();
    const ask = createBatcher(played.run, BOUNDS, NOT_BUSY);
    for (let item = 1; item <= 8; item += 1) void ask(item);
    await turn();
    expect(itemsOf(played)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    played.calls[1]?.end();
    await turn();
    expect(itemsOf(played)[2]).toEqual([7, 8]);
  });

  it("lets what is asked for in a busy process gather for a moment, or until it is worth a call", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const played = playCalls();
    const ask = createBatcher(played.run, { ...BOUNDS, itemsPerCallMax: 64 }, () => true);
    void ask(1);
    await turn();
    void ask(2);
    expect(itemsOf(played)).toEqual([]);
    vi.advanceTimersByTime(10);
    expect(itemsOf(played)).toEqual([[1, 2]]);
    const twenty = Array.from({ length: 20 }, (_, item) => item);
    for (const item of twenty) void ask(item);
    await turn();
    expect(itemsOf(played)).toEqual([[1, 2], twenty]);
    vi.advanceTimersByTime(10);
    expect(played.calls.length).toBe(2);
  });

  it("lets them gather for as long as it is told to", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const played = playCalls();
    const ask = createBatcher(played.run, { lingerMs: 50 }, () => true);
    void ask(1);
    vi.advanceTimersByTime(49);
    void ask(2);
    expect(itemsOf(played)).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(itemsOf(played)).toEqual([[1, 2]]);
  });

  it("tries each item of a call that failed by itself", async () => {
    const played = playCalls();
    const ask = createBatcher(played.run, BOUNDS, NOT_BUSY);
    const answers = Promise.allSettled([1, 2].map(ask));
    await turn();
    played.calls[0]?.end(new Error("both"));
    await turn();
    expect(itemsOf(played)).toEqual([[1, 2], [1], [2]]);
    played.calls[1]?.end(new Error("the first"));
    played.calls[2]?.end();
    expect(await answers).toMatchObject([{ reason: { message: "the first" } }, { value: 20 }]);
  });

  it("refuses what is beyond its bound", async () => {
    const ask = createBatcher(playCalls().run, BOUNDS, NOT_BUSY);
    for (let item = 0; item < BOUNDS.waitingMax; item += 1) void ask(item);
    await expect(ask(99)).rejects.toThrow("bounded");
  });
});
