import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";

/**
 * Returns a function that reads the page's data again. Opening or closing a work meanwhile would end that for good, because such a
 * navigation reads nothing by itself: then it is asked for again.
 * @param data what the page has read, another object after each time
 */
export function useReload(data: object): () => void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const [outdated, setOutdated] = useState<object | null>(null);
  const isIdle = state === "idle" && navigation.state === "idle";
  useEffect(() => {
    if (isIdle && outdated === data) revalidate();
  }, [isIdle, outdated, data, revalidate]);
  return () => setOutdated(data);
}
