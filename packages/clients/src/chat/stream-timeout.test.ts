import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { StreamTimeout } from "./stream-timeout";

const LIMITS = { idleMs: 100, totalMs: 1_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("StreamWatch", () => {
  it("expires when the other side is silent for the idle limit", () => {
    const watch = new StreamTimeout(LIMITS);
    watch.listen();
    vi.advanceTimersByTime(99);
    expect(watch.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(watch.signal.aborted).toBe(true);
    expect(watch.expired).toBe(true);
  });

  it("does not expire while the other side keeps speaking", () => {
    const watch = new StreamTimeout(LIMITS);
    for (let word = 0; word < 9; word += 1) {
      watch.listen();
      vi.advanceTimersByTime(99);
    }
    expect(watch.expired).toBe(false);
  });

  it("does not expire while the reader rests, however long, but counts anew after", () => {
    const watch = new StreamTimeout(LIMITS);
    watch.listen();
    watch.rest();
    vi.advanceTimersByTime(500);
    expect(watch.expired).toBe(false);
    watch.listen();
    vi.advanceTimersByTime(99);
    expect(watch.expired).toBe(false);
    vi.advanceTimersByTime(1);
    expect(watch.expired).toBe(true);
  });

  it("does not count before the first word is awaited", () => {
    const watch = new StreamTimeout(LIMITS);
    vi.advanceTimersByTime(500);
    expect(watch.expired).toBe(false);
  });

  it("expires at the total limit, whoever is busy", () => {
    const watch = new StreamTimeout(LIMITS);
    watch.rest();
    vi.advanceTimersByTime(1_000);
    expect(watch.signal.aborted).toBe(true);
    expect(watch.expired).toBe(true);
  });

  it("aborts with the reader without having expired", () => {
    const reader = new AbortController();
    const watch = new StreamTimeout(LIMITS, reader.signal);
    reader.abort();
    expect(watch.signal.aborted).toBe(true);
    expect(watch.expired).toBe(false);
  });

  it("lets go of the stream when it is stopped, without having expired", () => {
    const watch = new StreamTimeout(LIMITS);
    watch.stop();
    expect(watch.signal.aborted).toBe(true);
    expect(watch.expired).toBe(false);
  });

  it("holds no timer and no listener after it has been stopped", () => {
    const reader = new AbortController();
    const watch = new StreamTimeout(LIMITS, reader.signal);
    watch.listen();
    watch.stop();
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(reader.signal, "abort")).toHaveLength(0);
  });
});
