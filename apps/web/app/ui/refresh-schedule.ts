/** Minimum time between two refreshes of a tab, whatever happens meanwhile. */
export const REFRESH_MIN_INTERVAL_MS = 5_000;

interface RefreshSchedule {
  /** The page's data may be outdated: refreshes now, or as soon as the interval is over and the tab is visible. */
  request(): void;
  /** The tab has become visible. */
  shown(): void;
  stop(): void;
}

/**
 * Decides when a tab reads its data again: at most once in an interval, and not while it is hidden.
 * @param clock replaced in tests
 */
export function createRefreshSchedule(
  refresh: () => void,
  isVisible: () => boolean,
  clock: () => number = () => performance.now(),
): RefreshSchedule {
  let isRequested = false;
  let refreshedAt = clock();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    clearTimeout(timer);
    if (!isRequested || !isVisible()) return;
    const waitMs = refreshedAt + REFRESH_MIN_INTERVAL_MS - clock();
    if (waitMs > 0) {
      timer = setTimeout(run, waitMs);
      return;
    }
    isRequested = false;
    refreshedAt = clock();
    refresh();
  };
  return {
    request: () => {
      isRequested = true;
      run();
    },
    shown: run,
    stop: () => clearTimeout(timer),
  };
}
