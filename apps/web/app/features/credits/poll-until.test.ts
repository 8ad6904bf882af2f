import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { POLL_INTERVAL_MS, POLLS_MAX, pollUntil } from "./poll-until";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("pollUntil", () => {
  it("returns an immediate result without waiting", async () => {
    const poll = vi.fn(async () => 200);
    await expect(pollUntil(poll, new AbortController().signal)).resolves.toBe(200);
    expect(poll).toHaveBeenCalledTimes(1);
  });

  it("polls again after a poll without a result and after a failed poll", async () => {
    const poll = vi.fn<() => Promise<number | null>>();
    poll.mockResolvedValueOnce(null).mockRejectedValueOnce(new Error("offline")).mockResolvedValueOnce(190);
    const result = pollUntil(poll, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(2 * POLL_INTERVAL_MS);
    await expect(result).resolves.toBe(190);
  });

  it("gives up after the last poll", async () => {
    const poll = vi.fn(async () => null);
    const result = pollUntil(poll, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(POLLS_MAX * POLL_INTERVAL_MS);
    await expect(result).resolves.toBeNull();
    expect(poll).toHaveBeenCalledTimes(POLLS_MAX);
  });

  it("stops when it is aborted", async () => {
    const poll = vi.fn(async () => null);
    const controller = new AbortController();
    const result = pollUntil(poll, controller.signal);
    await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS / 2);
    controller.abort();
    await expect(result).resolves.toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });
});
