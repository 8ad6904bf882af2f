import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { POLL_INTERVAL_MS, POLLS_MAX, pollUntil } from "./poll-until";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("waitFor", () => {
  it("sees what is there already without waiting", async () => {
    const look = vi.fn(async () => 200);
    await expect(pollUntil(look, new AbortController().signal)).resolves.toBe(200);
    expect(look).toHaveBeenCalledTimes(1);
  });

  it("looks again while there is nothing, or nothing can be had", async () => {
    const look = vi.fn<() => Promise<number | null>>();
    look.mockResolvedValueOnce(null).mockRejectedValueOnce(new Error("offline")).mockResolvedValueOnce(190);
    const seen = pollUntil(look, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(2 * POLL_INTERVAL_MS);
    await expect(seen).resolves.toBe(190);
  });

  it("gives up after its last look", async () => {
    const look = vi.fn(async () => null);
    const seen = pollUntil(look, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(POLLS_MAX * POLL_INTERVAL_MS);
    await expect(seen).resolves.toBeNull();
    expect(look).toHaveBeenCalledTimes(POLLS_MAX);
  });

  it("stops looking when it is aborted", async () => {
    const look = vi.fn(async () => null);
    const leaving = new AbortController();
    const seen = pollUntil(look, leaving.signal);
    await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS / 2);
    leaving.abort();
    await expect(seen).resolves.toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });
});
