import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createRefreshSchedule, REFRESH_MIN_INTERVAL_MS } from "./refresh-schedule";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start({ isVisible = true } = {}) {
  const tab = { isVisible, refreshes: 0 };
  const schedule = createRefreshSchedule(
    () => {
      tab.refreshes += 1;
    },
    () => tab.isVisible,
    () => Date.now(),
  );
  return { tab, schedule };
}

it("refreshes once for many requests within the interval, and again after it", () => {
  const { tab, schedule } = start();
  for (let count = 0; count < 5; count += 1) schedule.request();
  expect(tab.refreshes).toBe(0);
  vi.advanceTimersByTime(REFRESH_MIN_INTERVAL_MS);
  expect(tab.refreshes).toBe(1);
  schedule.request();
  vi.advanceTimersByTime(REFRESH_MIN_INTERVAL_MS - 1);
  expect(tab.refreshes).toBe(1);
  vi.advanceTimersByTime(1);
  expect(tab.refreshes).toBe(2);
});

it("refreshes at once when the last refresh is long ago", () => {
  const { tab, schedule } = start();
  vi.advanceTimersByTime(REFRESH_MIN_INTERVAL_MS);
  schedule.request();
  expect(tab.refreshes).toBe(1);
});

it("waits until a hidden tab is shown", () => {
  const { tab, schedule } = start({ isVisible: false });
  vi.advanceTimersByTime(REFRESH_MIN_INTERVAL_MS);
  schedule.request();
  vi.advanceTimersByTime(REFRESH_MIN_INTERVAL_MS);
  expect(tab.refreshes).toBe(0);
  tab.isVisible = true;
  schedule.shown();
  expect(tab.refreshes).toBe(1);
});

it("refreshes nothing once it is stopped", () => {
  const { tab, schedule } = start();
  schedule.request();
  schedule.stop();
  vi.advanceTimersByTime(REFRESH_MIN_INTERVAL_MS);
  expect(tab.refreshes).toBe(0);
});
