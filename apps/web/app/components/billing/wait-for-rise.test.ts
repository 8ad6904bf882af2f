import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BALANCE_POLL_INTERVAL_MS, BALANCE_POLLS_MAX, waitForRise } from "./wait-for-rise";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("waitForRise", () => {
  it("sees a balance that has risen already without waiting", async () => {
    const look = vi.fn(async () => 700);
    await expect(waitForRise(look, 500, new AbortController().signal)).resolves.toBe(true);
    expect(look).toHaveBeenCalledTimes(1);
  });

  it("looks again while the balance is the same, lower, or cannot be had", async () => {
    const look = vi.fn<() => Promise<number>>();
    look
      .mockResolvedValueOnce(500)
      .mockResolvedValueOnce(490)
      .mockRejectedValueOnce(new Error("offline"))
      .mockResolvedValueOnce(690);
    const risen = waitForRise(look, 500, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(3 * BALANCE_POLL_INTERVAL_MS);
    await expect(risen).resolves.toBe(true);
  });

  it("gives up after its last look", async () => {
    const look = vi.fn(async () => 500);
    const risen = waitForRise(look, 500, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(BALANCE_POLLS_MAX * BALANCE_POLL_INTERVAL_MS);
    await expect(risen).resolves.toBe(false);
    expect(look).toHaveBeenCalledTimes(BALANCE_POLLS_MAX);
  });

  it("stops looking when it is aborted", async () => {
    const look = vi.fn(async () => 500);
    const leaving = new AbortController();
    const risen = waitForRise(look, 500, leaving.signal);
    await vi.advanceTimersByTimeAsync(BALANCE_POLL_INTERVAL_MS / 2);
    leaving.abort();
    await expect(risen).resolves.toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });
});
