import { type RefObject, useEffect, useState } from "react";

/** A reader this close to the end follows it. */
const NEAR_END_PX = 80;

/** Whether the end of a log that scrolls from its end (a reversed column) is in the reader's sight. */
export function useIsScrolledToEnd(log: RefObject<HTMLElement>): boolean {
  const [isInSight, setInSight] = useState(true);
  useEffect(() => {
    const element = log.current;
    if (!element) return;
    const onScroll = () => setInSight(Math.abs(element.scrollTop) < NEAR_END_PX);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => element.removeEventListener("scroll", onScroll);
  }, [log]);
  return isInSight;
}
