import { useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useReloadData } from "~/ui/use-reload-data";

/**
 * Returns a function that loads the page's data again. Opening or closing a work cancels that, and loads no data itself. Then the data is
 * loaded once more.
 * @param data the loaded data, a new object after each load
 */
export function useReload(data: object): () => void {
  const reloadData = useReloadData();
  const { state } = useRevalidator();
  const navigation = useNavigation();
  const { key } = useLocation();
  const [outdated, setOutdated] = useState<object | null>(null);
  const isIdle = state === "idle" && navigation.state === "idle";
  // After each move too: React may render neither the start nor the end of a load that a move has canceled.
  useEffect(() => {
    if (isIdle && outdated === data) reloadData();
  }, [isIdle, outdated, data, key, reloadData]);
  return () => setOutdated(data);
}
