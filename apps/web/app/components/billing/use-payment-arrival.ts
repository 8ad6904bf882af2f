import { useNavigation, useSearchParams } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTRPCClient } from "~/trpc/client";
import { forgetBalance, recallBalance } from "./remembered-balance";
import { waitForRise } from "./wait-for-rise";

export type PaymentArrival = "none" | "waiting" | "arrived" | "late";

type Api = ReturnType<typeof useTRPCClient>;

/**
 * After a checkout, asks the provider once and watches the balance until the payment has raised it. Then the mark in the address goes,
 * which loads the page's data anew and leaves nothing to wait for after a reload.
 */
export function usePaymentArrival(credits: number): PaymentArrival {
  const [params, setParams] = useSearchParams();
  const checkoutId = params.get("checkout_id");
  const isReturning = params.get("success") === "1";
  const [arrival, setArrival] = useState<PaymentArrival>(isReturning ? "waiting" : "none");
  const api = useTRPCClient();
  const isGoingElsewhere = useRef(false);
  isGoingElsewhere.current = useNavigation().state !== "idle";
  const confirmation = useRef<Promise<boolean> | null>(null);

  useEffect(() => {
    if (arrival !== "waiting") return undefined;
    const leaving = new AbortController();
    const look = async () => (await api.billing.overview.query()).credits;
    const end = (hasRisen: boolean) => {
      if (leaving.signal.aborted) return;
      leaving.abort();
      forgetBalance();
      setArrival(hasRisen ? "arrived" : "late");
      // Changing the address now would call back a reader who has just followed a link.
      if (!isGoingElsewhere.current) setParams({}, { replace: true, preventScrollReset: true });
    };
    void waitForRise(look, recallBalance() ?? credits, leaving.signal).then(end);
    if (checkoutId !== null) {
      confirmation.current ??= confirmCheckout(api, checkoutId);
      void confirmation.current.then((hasGranted) => {
        if (hasGranted) end(true);
      });
    }
    return () => leaving.abort();
  }, [arrival, api, checkoutId, credits, setParams]);

  return arrival;
}

/** Whether asking the provider brought the credits. When it cannot be asked, its webhook still may: the balance is being watched. */
function confirmCheckout(api: Api, checkoutId: string): Promise<boolean> {
  return api.billing.confirmCheckout.mutate({ checkoutId }).then(
    ({ granted }) => granted,
    () => false,
  );
}
