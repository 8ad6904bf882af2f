import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { collectGarbage } from "../../test/collect-garbage";
import { rejection } from "../../test/upstream";
import { DeadlineError, withDeadline } from "./deadline";

describe("withDeadline", () => {
  it("returns the result of the work", async () => {
    expect(await withDeadline(1_000, async () => "done")).toBe("done");
  });

  it("rejects with the error of the work", async () => {
    const failing = withDeadline(1_000, async () => {
      throw new Error("no luck");
    });
    expect(await rejection(failing)).toMatchObject({ message: "no luck" });
  });

  it("rejects at the deadline even when the work ignores its signal", async () => {
    const deaf = withDeadline(10, () => new Promise(() => undefined));
    expect(await rejection(deaf)).toBeInstanceOf(DeadlineError);
  });

  it("rejects at the deadline after a garbage collection too", async () => {
    const deaf = rejection(withDeadline(200, () => new Promise(() => undefined)));
    await turn();
    collectGarbage();
    expect(await deaf).toBeInstanceOf(DeadlineError);
  });

  it("fires the signal at the deadline", async () => {
    let reason: unknown;
    const listening = withDeadline(10, (signal) => {
      signal.addEventListener("abort", () => {
        reason = signal.reason;
      });
      return new Promise(() => undefined);
    });
    await rejection(listening);
    expect(reason).toMatchObject({ name: "TimeoutError" });
  });

  it("names the deadline where the work fails because of its signal", async () => {
    const obedient = withDeadline(10, (signal) => {
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
    });
    expect(await rejection(obedient)).toBeInstanceOf(DeadlineError);
  });

  it("leaves no timer behind when the work is done", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    await withDeadline(1_000, async () => "done");
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each<[string, () => Promise<void>]>([
    ["done", async () => undefined],
    ["failed", () => Promise.reject(new Error("no luck"))],
  ])("fires the signal when the work is %s, so that nothing stays open", async (_name, work) => {
    let workSignal: AbortSignal | undefined;
    await withDeadline(1_000, (signal) => {
      workSignal = signal;
      return work();
    }).catch(() => undefined);
    expect(workSignal?.aborted).toBe(true);
  });
});
