import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

const POLL_INTERVAL_MS = 3_000;
/** An answer that takes longer than these looks is not waited for. */
const POLLS_MAX = 20;

/** Loads the page again from time to time while an answer is being written that this page is not reading. */
export function useAnswerPolling(isAwaited: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isAwaited) return;
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      if (looks >= POLLS_MAX) clearInterval(timer);
      revalidate();
    }, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isAwaited, revalidate]);
}
