import { useEffect } from "react";
import { createRefreshSchedule } from "../refresh-schedule";
import { listenForChanges } from "../tab-changes";
import { useReloadData } from "../use-reload-data";

/**
 * Loads the page's data again when another tab has changed something, when the user comes back to this one, and when the connection returns:
 * balance, history and messages are then those of now.
 */
export function useFreshData(): void {
  const reloadData = useReloadData();
  useEffect(() => {
    const schedule = createRefreshSchedule(
      () => reloadData(),
      () => document.visibilityState === "visible",
    );
    const end = listenForChanges(schedule.request);
    window.addEventListener("focus", schedule.request);
    window.addEventListener("online", schedule.request);
    document.addEventListener("visibilitychange", schedule.shown);
    return () => {
      end();
      window.removeEventListener("focus", schedule.request);
      window.removeEventListener("online", schedule.request);
      document.removeEventListener("visibilitychange", schedule.shown);
      schedule.stop();
    };
  }, [reloadData]);
}
