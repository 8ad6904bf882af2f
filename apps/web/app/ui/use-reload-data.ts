import { useRevalidator } from "@remix-run/react";
import { useCallback, useRef } from "react";
import { useTRPCClient } from "~/trpc/client";
import { mayStillRun } from "./failure";
import { failureFromError } from "./read-failure";

/**
 * Returns a function that loads the page's data again. Data that cannot be loaded would replace the page by an error, and with it a result,
 * a failure notice or a key that is shown once. So a small request goes first: without a response the page stays as it is, and `useFreshData`
 * loads its data when the connection returns. The function stays the same for effects that depend on it.
 */
export function useReloadData(): () => Promise<void> {
  const api = useTRPCClient();
  const { revalidate } = useRevalidator();
  const latest = useRef(revalidate);
  latest.current = revalidate;
  return useCallback(async () => {
    if (await respondsToUser(api)) await latest.current();
  }, [api]);
}

/** Whether the service responds. A refusal is a response: without a session the page leads to the sign-in page. */
function respondsToUser(api: ReturnType<typeof useTRPCClient>): Promise<boolean> {
  return api.billing.arrival.query({}).then(
    () => true,
    (error: unknown) => {
      const failure = failureFromError(error);
      return !mayStillRun(failure) && failure.kind !== "serverError";
    },
  );
}
