import { useRevalidator, useSearchParams } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTRPCClient } from "~/trpc/client";
import {
  type CheckoutReturn,
  clearCheckoutReturn,
  loadBalanceBeforeCheckout,
  loadCheckoutReturn,
  type ReturnParameter,
  readCheckoutReturn,
  saveCheckoutReturn,
  withoutReturnParameters,
} from "./checkout-return";
import { pollUntil } from "./poll-until";

/** What came of a payment. */
export interface CompletedPurchase {
  creditsGranted: number;
  balance: number;
  /** Where its receipt is; null when the buyer came back without the payment's id. */
  paymentId: string | null;
}

export type PurchaseStatus =
  | { phase: "none" }
  /** The provider is being asked, or has confirmed and the credits are on their way. */
  | { phase: "confirming" | "waiting" }
  | { phase: "arrived"; arrived: CompletedPurchase }
  | { phase: "late" };

type Api = ReturnType<typeof useTRPCClient>;

/**
 * After a checkout, asks the provider once and looks until the payment has been booked; then the page's data is loaded anew. The marks in
 * the address go at once: taking them off at the end could call back a reader who has just followed a link. Until then they are kept for
 * a reload.
 */
export function usePurchaseStatus(mark: ReturnParameter, credits: number): PurchaseStatus {
  const [params, setParams] = useSearchParams();
  const [returned, setReturned] = useState<CheckoutReturn | null>(null);
  const [arrival, setArrival] = useState<PurchaseStatus>(() => ({
    phase: readCheckoutReturn(params, mark) ? "confirming" : "none",
  }));
  const api = useTRPCClient();
  const revalidate = useLatestRevalidate();
  const balanceNow = useRef(credits);
  balanceNow.current = credits;

  useEffect(() => {
    const fromAddress = readCheckoutReturn(params, mark);
    const found = fromAddress ?? loadCheckoutReturn(mark);
    if (!found) return;
    setReturned((current) => current ?? found);
    setArrival((current) => (current.phase === "waiting" ? current : { phase: "confirming" }));
    if (!fromAddress) return;
    saveCheckoutReturn(mark, fromAddress);
    setParams(withoutReturnParameters(params), { replace: true, preventScrollReset: true });
  }, [params, setParams, mark]);

  useEffect(() => {
    if (!returned) return undefined;
    const leaving = new AbortController();
    const end = (arrived: CompletedPurchase | null) => {
      if (leaving.signal.aborted) return;
      leaving.abort();
      clearCheckoutReturn(mark);
      setReturned(null);
      setArrival(arrived ? { phase: "arrived", arrived } : { phase: "late" });
      revalidate();
    };
    // Both at once: the webhook has often been quicker, and a provider that does not answer must not hold anybody up.
    const look = createPaymentLookup(api, returned, loadBalanceBeforeCheckout() ?? balanceNow.current);
    void pollUntil(look, leaving.signal).then(end);
    void confirmCheckout(api, returned.checkoutId).then(() => {
      if (!leaving.signal.aborted) setArrival({ phase: "waiting" });
    });
    return () => leaving.abort();
  }, [returned, api, mark, revalidate]);

  return arrival;
}

/** Asks the provider, so that credits need not wait for its webhook. When it cannot be asked, the webhook still may come. */
async function confirmCheckout(api: Api, checkoutId: string | null): Promise<void> {
  if (checkoutId !== null) await api.billing.confirmCheckout.mutate({ checkoutId }).catch(() => undefined);
}

/** The payment is known by its id, or else by a balance above the one from before. */
function createPaymentLookup(
  api: Api,
  { paymentId }: CheckoutReturn,
  before: number,
): () => Promise<CompletedPurchase | null> {
  return async () => {
    const { credits: balance, payment } = await api.billing.arrival.query(paymentId ? { paymentId } : {});
    if (payment) return { creditsGranted: payment.creditsGranted, balance, paymentId: payment.id };
    return paymentId === null && balance > before
      ? { creditsGranted: balance - before, balance, paymentId: null }
      : null;
  };
}

/** Stays the same function, so that nobody waits anew because of it. */
function useLatestRevalidate(): () => void {
  const { revalidate } = useRevalidator();
  const latest = useRef(revalidate);
  latest.current = revalidate;
  const [stable] = useState(() => () => latest.current());
  return stable;
}
