import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTRPCClient } from "~/trpc/client";
import { createRefreshSchedule } from "../refresh-schedule";
import { listenForChanges } from "../tab-changes";

/**
 * Reads the page's data again when another tab has changed something, and when the user comes back to this one: balance, history and
 * messages are then those of now.
 */
export function useFreshData(): void {
  const api = useTRPCClient();
  const revalidator = useRevalidator();
  const latest = useRef(revalidator);
  latest.current = revalidator;
  useEffect(() => {
    const refresh = async () => {
      // Data that cannot be loaded would replace the page by an error, for example after a laptop wakes up. So a small question goes first.
      const isReachable = await api.billing.arrival.query({}).then(
        () => true,
        () => false,
      );
      if (isReachable && latest.current.state === "idle") latest.current.revalidate();
    };
    const schedule = createRefreshSchedule(
      () => void refresh(),
      () => document.visibilityState === "visible",
    );
    const end = listenForChanges(schedule.request);
    window.addEventListener("focus", schedule.request);
    document.addEventListener("visibilitychange", schedule.shown);
    return () => {
      end();
      window.removeEventListener("focus", schedule.request);
      document.removeEventListener("visibilitychange", schedule.shown);
      schedule.stop();
    };
  }, [api]);
}
