import { getEventListeners, once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { collectGarbage } from "../../test/collect-garbage";
import { StreamTimeout } from "./stream-timeout";

const LIMITS = { idleMs: 100, totalMs: 1_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("StreamTimeout", () => {
  it("expires when no chunk arrives within the idle limit", () => {
    const timeout = new StreamTimeout(LIMITS);
    timeout.resumeIdle();
    vi.advanceTimersByTime(99);
    expect(timeout.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(timeout.signal.aborted).toBe(true);
    expect(timeout.expired).toBe(true);
  });

  it("does not expire while chunks keep arriving", () => {
    const timeout = new StreamTimeout(LIMITS);
    for (let chunk = 0; chunk < 9; chunk += 1) {
      timeout.resumeIdle();
      vi.advanceTimersByTime(99);
    }
    expect(timeout.expired).toBe(false);
  });

  it("does not count while it is paused, and counts from zero afterwards", () => {
    const timeout = new StreamTimeout(LIMITS);
    timeout.resumeIdle();
    timeout.pauseIdle();
    vi.advanceTimersByTime(500);
    expect(timeout.expired).toBe(false);
    timeout.resumeIdle();
    vi.advanceTimersByTime(99);
    expect(timeout.expired).toBe(false);
    vi.advanceTimersByTime(1);
    expect(timeout.expired).toBe(true);
  });

  it("does not count before it is resumed", () => {
    const timeout = new StreamTimeout(LIMITS);
    vi.advanceTimersByTime(500);
    expect(timeout.expired).toBe(false);
  });

  it("expires at the total limit, also while it is paused and after a garbage collection", async () => {
    // Awaits the event in real time: what is collected would never fire.
    vi.useRealTimers();
    const timeout = new StreamTimeout({ ...LIMITS, totalMs: 200 });
    const aborted = once(timeout.signal, "abort");
    timeout.pauseIdle();
    await turn();
    collectGarbage();
    await aborted;
    expect(timeout.signal.aborted).toBe(true);
    expect(timeout.expired).toBe(true);
  });

  it("aborts with the reader, and does not count as expired", () => {
    const reader = new AbortController();
    const timeout = new StreamTimeout(LIMITS, reader.signal);
    reader.abort();
    expect(timeout.signal.aborted).toBe(true);
    expect(timeout.expired).toBe(false);
  });

  it("aborts the stream when it is stopped, and does not count as expired", () => {
    const timeout = new StreamTimeout(LIMITS);
    timeout.stop();
    expect(timeout.signal.aborted).toBe(true);
    expect(timeout.expired).toBe(false);
  });

  it("leaves no timer and no listener behind after it was stopped", () => {
    const reader = new AbortController();
    const timeout = new StreamTimeout(LIMITS, reader.signal);
    timeout.resumeIdle();
    timeout.stop();
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(reader.signal, "abort")).toHaveLength(0);
  });
});
