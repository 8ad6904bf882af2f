import { useRevalidator } from "@remix-run/react";
import { useCallback, useRef } from "react";
import { useTRPCClient } from "~/trpc/client";
import { mayStillRun } from "./failure";
import { failureFromError } from "./read-failure";

/** The pauses before the service is asked again. A restart takes some seconds, and the browser stays online meanwhile. */
const PAUSES_MS = [2_000, 5_000, 15_000];

/**
 * Returns a function that loads the page's data again. Data that cannot be loaded would replace the page by an error, and with it a result,
 * a failure notice or a key that is shown once. So a small request goes first. Without a response the page stays as it is, and the service is
 * asked again after a pause. When the connection returns later, `useFreshData` loads the data. The function stays the same for effects that
 * depend on it.
 */
export function useReloadData(): () => void {
  const api = useTRPCClient();
  const { revalidate } = useRevalidator();
  const latest = useRef(revalidate);
  latest.current = revalidate;
  const isRetrying = useRef(false);
  const reload = useCallback(async () => {
    const reloadOnce = async () => {
      const responds = await respondsToUser(api);
      if (responds) latest.current();
      return responds;
    };
    if ((await reloadOnce()) || isRetrying.current) return;
    isRetrying.current = true;
    for (const pauseMs of PAUSES_MS) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (await reloadOnce()) break;
    }
    isRetrying.current = false;
  }, [api]);
  // Returns nothing: a mutation would wait for a promise of its handler.
  return useCallback(() => void reload(), [reload]);
}

/** Whether the service responds, by a small call. A refusal is a response: without a session the page leads to the sign-in page. */
function respondsToUser(api: ReturnType<typeof useTRPCClient>): Promise<boolean> {
  return api.billing.arrival.query({}).then(
    () => true,
    (error: unknown) => {
      const failure = failureFromError(error);
      return !mayStillRun(failure) && failure.kind !== "serverError";
    },
  );
}
