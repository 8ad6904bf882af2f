import { useSearchParams } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTRPCClient } from "~/trpc/client";
import { forgetBalance, recallBalance } from "./remembered-balance";
import { waitForRise } from "./wait-for-rise";

export type PaymentArrival = "none" | "waiting" | "arrived" | "late";

/**
 * After a checkout, watches the balance until the payment has raised it. Then the mark in the address goes, which loads the page's
 * data anew and leaves nothing to wait for after a reload.
 */
export function usePaymentArrival(credits: number): PaymentArrival {
  const [params, setParams] = useSearchParams();
  const isReturning = params.get("success") === "1";
  const [arrival, setArrival] = useState<PaymentArrival>(isReturning ? "waiting" : "none");
  const api = useTRPCClient();

  useEffect(() => {
    if (arrival !== "waiting") return undefined;
    const leaving = new AbortController();
    const look = async () => (await api.billing.overview.query()).credits;
    void waitForRise(look, recallBalance() ?? credits, leaving.signal).then((hasRisen) => {
      if (leaving.signal.aborted) return;
      forgetBalance();
      setArrival(hasRisen ? "arrived" : "late");
      setParams({}, { replace: true, preventScrollReset: true });
    });
    return () => leaving.abort();
  }, [arrival, api, credits, setParams]);

  return arrival;
}
