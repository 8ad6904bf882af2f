import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

const LOOK_INTERVAL_MS = 3_000;
/** An answer that takes longer than these looks is not waited for. */
const LOOKS_MAX = 20;

/** Loads the page again from time to time while an answer is being written that this page is not reading. */
export function useAnswerArrival(isAwaited: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isAwaited) return;
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      if (looks >= LOOKS_MAX) clearInterval(timer);
      revalidate();
    }, LOOK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isAwaited, revalidate]);
}
