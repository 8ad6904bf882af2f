import { describe, expect, it } from "vitest";
import { createSlots } from "./slots";

/** Work that runs until it is told to end. */
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

describe("createSlots", () => {
  it("runs no more than it has slots, and all of what waits", async () => {
    const slots = createSlots(2, 10);
    const { work, endAll, most } = openWork();
    await endAll(Array.from({ length: 12 }, () => slots(work)));
    expect(most()).toBe(2);
  });

  it("refuses who would be one too many to wait", async () => {
    const slots = createSlots(1, 1);
    const { work, endAll } = openWork();
    const taken = [slots(work), slots(work)];
    await expect(slots(work)).rejects.toMatchObject({ code: "rate_limited" });
    await endAll(taken);
    const later = slots(async () => "done");
    expect(await later).toBe("done");
  });

  it("frees the slot of work that fails, and gives its answer", async () => {
    const slots = createSlots(1, 0);
    await expect(slots(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await slots(async () => 7)).toBe(7);
  });
});
