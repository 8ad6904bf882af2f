import { useSyncExternalStore } from "react";
import { useFormat } from "~/i18n/format";

const MINUTE_MS = 60_000;
/** Nearer times are relative, such as "3 hours ago". */
const RELATIVE_MAX_MS = 7 * 24 * 60 * MINUTE_MS;

/**
 * A moment: relative when it is near, otherwise in the reader's time zone, with UTC on hover. The server does not know the time zone and
 * writes UTC, which the browser replaces after hydration.
 */
export function Time({ at }: { at: Date }) {
  const format = useFormat();
  const now = useNow();
  const utc = format.dateTime(at);
  const isNear = now !== null && Math.abs(at.getTime() - now) < RELATIVE_MAX_MS;
  const text = now === null ? utc : isNear ? format.relative(at, now) : format.localDateTime(at);
  return (
    <time dateTime={at.toISOString()} title={now === null ? utc : `${format.localDateTime(at)} · ${utc}`}>
      {text}
    </time>
  );
}

/** The time to the minute; null on the server and during hydration. All components share one timer. */
export function useNow(): number | null {
  return useSyncExternalStore(subscribe, currentMinute, () => null);
}

const currentMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const notify of listeners) notify();
  }, MINUTE_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
