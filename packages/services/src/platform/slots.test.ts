import { describe, expect, it } from "vitest";
import { createSlots } from "./slots";

/** Work that runs until the test ends it. */
function openWork() {
  const ends: (() => void)[] = [];
  let running = 0;
  let runningMax = 0;
  const work = async () => {
    running += 1;
    runningMax = Math.max(runningMax, running);
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
  };
  const endAll = async (works: Promise<unknown>[]) => {
    let ended = false;
    const all = Promise.all(works).finally(() => {
      ended = true;
    });
    while (!ended) {
      for (const end of ends.splice(0)) end();
      await new Promise(setImmediate);
    }
    await all;
  };
  return { work, endAll, most: () => runningMax };
}

const slotsOf = (running: number, waiting: number) =>
  createSlots({ running, waiting, runningPerUser: running, waitingPerUser: waiting });

describe("createSlots", () => {
  it("runs no more than its slots at the same time, and in the end all waiting work", async () => {
    const slots = slotsOf(2, 10);
    const { work, endAll, most } = openWork();
    await endAll(Array.from({ length: 12 }, () => slots("a", work)));
    expect(most()).toBe(2);
  });

  it("rejects when too many wait", async () => {
    const slots = slotsOf(1, 1);
    const { work, endAll } = openWork();
    const taken = [slots("a", work), slots("a", work)];
    await expect(slots("a", work)).rejects.toMatchObject({ code: "rate_limited" });
    await endAll(taken);
    const later = slots("a", async () => "done");
    expect(await later).toBe("done");
  });

  it("frees the slot of work that fails, and rejects with its error", async () => {
    const slots = slotsOf(1, 0);
    await expect(slots("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await slots("a", async () => 7)).toBe(7);
  });

  it("bounds the running and waiting work of one user", async () => {
    const slots = createSlots({ running: 3, waiting: 10, runningPerUser: 1, waitingPerUser: 2 });
    const { work, endAll, most } = openWork();
    const taken = Array.from({ length: 3 }, () => slots("a", work));
    await expect(slots("a", work)).rejects.toMatchObject({ code: "rate_limited" });
    await new Promise(setImmediate);
    expect(most()).toBe(1);
    taken.push(slots("b", work));
    await new Promise(setImmediate);
    expect(most()).toBe(2);
    await endAll(taken);
  });

  it("lets users take turns, even when one of them has queued a lot first", async () => {
    const slots = createSlots({ running: 1, waiting: 10, runningPerUser: 1, waitingPerUser: 5 });
    const served: string[] = [];
    const ask = (userId: string) => slots(userId, async () => served.push(userId));
    await Promise.all(["a", "a", "a", "b", "b", "c"].map(ask));
    expect(served).toEqual(["a", "b", "c", "a", "b", "a"]);
    await Promise.all(["c", "a"].map(ask));
    expect(served.slice(-2)).toEqual(["c", "a"]);
  });
});
