import { useEffect, useState } from "react";
import { useFormat } from "~/i18n/use-format";

const TICK_MS = 1_000;

/**
 * The time since a moment of the browser's clock, going on by the second. Empty in the server's HTML, whose clock is another. Read out
 * with every second it would drown the page.
 */
export function ElapsedTime({ sinceMs }: { sinceMs: number }) {
  const format = useFormat();
  const [nowMs, setNowMs] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNowMs(Date.now());
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return <span aria-live="off">{nowMs === null ? "" : format.elapsed((nowMs - sinceMs) / 1_000)}</span>;
}
