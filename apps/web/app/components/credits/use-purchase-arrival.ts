import { useLocation, useNavigation, useRevalidator, useSearchParams } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTRPCClient } from "~/trpc/client";
import { forgetBalance, recallBalance } from "./remembered-purchase";
import { type CheckoutReturn, type ReturnMark, readReturn, withoutReturn } from "./return-address";
import { waitFor } from "./wait-for";

/** What came of a payment. */
export interface Arrived {
  creditsGranted: number;
  balance: number;
  /** Where its receipt is; null when the buyer came back without the payment's id. */
  paymentId: string | null;
}

export type PurchaseArrival =
  | { phase: "none" }
  /** The provider is being asked, or has confirmed and the credits are on their way. */
  | { phase: "confirming" | "waiting" }
  | { phase: "arrived"; arrived: Arrived }
  | { phase: "late" };

type Api = ReturnType<typeof useTRPCClient>;

/**
 * After a checkout, asks the provider once and looks until the payment has been booked. Then the marks in the address go, which loads the
 * page's data anew and leaves nothing to wait for after a reload. A reader who goes elsewhere meanwhile is told there.
 */
export function usePurchaseArrival(mark: ReturnMark, credits: number): PurchaseArrival {
  const [params] = useSearchParams();
  const [returned, setReturned] = useState<CheckoutReturn | null>(() => readReturn(params, mark));
  const [arrival, setArrival] = useState<PurchaseArrival>({ phase: returned ? "confirming" : "none" });
  const api = useTRPCClient();
  const settle = useSettleAddress(mark);
  const balanceNow = useRef(credits);
  balanceNow.current = credits;

  // Within the application a return is a new document; this one is for whoever walks back in the browser's history.
  const again = readReturn(params, mark);
  const isNew = again !== null && arrival.phase === "none";
  useEffect(() => {
    if (!isNew) return;
    setReturned(readReturn(params, mark));
    setArrival({ phase: "confirming" });
  }, [isNew, params, mark]);

  useEffect(() => {
    if (!returned) return undefined;
    const leaving = new AbortController();
    const look = lookForPayment(api, returned, recallBalance() ?? balanceNow.current);
    const end = (arrived: Arrived | null) => {
      if (leaving.signal.aborted) return;
      leaving.abort();
      forgetBalance();
      setReturned(null);
      setArrival(arrived ? { phase: "arrived", arrived } : { phase: "late" });
      settle();
    };
    // Both at once: the webhook has often been quicker, and a provider that does not answer must not hold anybody up.
    void waitFor(look, leaving.signal).then(end);
    void confirmCheckout(api, returned.checkoutId).then(() => {
      if (!leaving.signal.aborted) setArrival({ phase: "waiting" });
    });
    return () => leaving.abort();
  }, [returned, api, settle]);

  return arrival;
}

/** Asks the provider, so that credits need not wait for its webhook. When it cannot be asked, the webhook still may come. */
async function confirmCheckout(api: Api, checkoutId: string | null): Promise<void> {
  if (checkoutId !== null) await api.billing.confirmCheckout.mutate({ checkoutId }).catch(() => undefined);
}

/** The payment is known by its id, or else by a balance above the one from before. */
function lookForPayment(api: Api, { paymentId }: CheckoutReturn, before: number): () => Promise<Arrived | null> {
  return async () => {
    const { credits: balance, payment } = await api.billing.arrival.query(paymentId ? { paymentId } : {});
    if (payment) return { creditsGranted: payment.creditsGranted, balance, paymentId: payment.id };
    return paymentId === null && balance > before
      ? { creditsGranted: balance - before, balance, paymentId: null }
      : null;
  };
}

/** Brings the address and the page's data up to date; stays the same function, so that nobody waits anew because of it. */
function useSettleAddress(mark: ReturnMark): () => void {
  const [params, setParams] = useSearchParams();
  const { hash } = useLocation();
  const { revalidate } = useRevalidator();
  const isGoingElsewhere = useNavigation().state === "loading";
  const settle = () => {
    // Changing the address now would call back a reader who has just followed a link, and whose page loads anew anyway.
    if (isGoingElsewhere) return;
    if (readReturn(params, mark) === null) revalidate();
    else setParams(withoutReturn(params), { replace: true, preventScrollReset: hash === "" });
  };
  const latest = useRef(settle);
  latest.current = settle;
  const [stable] = useState(() => () => latest.current());
  return stable;
}
