import { useSearchParams } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTRPCClient } from "~/trpc/client";
import { useReloadData } from "~/ui/use-reload-data";
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

export interface CompletedPurchase {
  creditsGranted: number;
  balance: number;
  /** Null if the provider returned the user without an order id. */
  paymentId: string | null;
}

export type PurchaseStatus =
  | { phase: "none" }
  /** `confirming`: the provider is being asked. `waiting`: it has responded, the payment is not booked yet. */
  | { phase: "confirming" | "waiting" }
  | { phase: "completed"; purchase: CompletedPurchase }
  /** Nothing is paid and no credits come until the trial ends. */
  | { phase: "trial"; endsAt: Date }
  | { phase: "late" };

type Api = ReturnType<typeof useTRPCClient>;

/**
 * Tracks a purchase after the return from a checkout. Asks the provider once and polls until the payment is booked or a trial has started,
 * then reloads the page's data.
 * Removes the return parameters from the URL at once, because a later navigation could interrupt one the user has started. They are kept in
 * session storage for a reload.
 * @param parameter marks a return in the URL
 * @param credits current balance, compared with later ones if the return has no order id
 */
export function usePurchaseStatus(parameter: ReturnParameter, credits: number): PurchaseStatus {
  const [params, setParams] = useSearchParams();
  const [checkoutReturn, setCheckoutReturn] = useState<CheckoutReturn | null>(null);
  const [status, setStatus] = useState<PurchaseStatus>(() => ({
    phase: readCheckoutReturn(params, parameter) ? "confirming" : "none",
  }));
  const api = useTRPCClient();
  const reloadData = useReloadData();
  const balanceNow = useRef(credits);
  balanceNow.current = credits;

  useEffect(() => {
    const urlReturn = readCheckoutReturn(params, parameter);
    const pendingReturn = urlReturn ?? loadCheckoutReturn(parameter);
    if (!pendingReturn) return;
    setCheckoutReturn((current) => current ?? pendingReturn);
    setStatus((current) => (current.phase === "waiting" ? current : { phase: "confirming" }));
    if (!urlReturn) return;
    saveCheckoutReturn(parameter, urlReturn);
    setParams(withoutReturnParameters(params), { replace: true, preventScrollReset: true });
  }, [params, setParams, parameter]);

  useEffect(() => {
    if (!checkoutReturn) return undefined;
    const controller = new AbortController();
    const finish = (end: PurchaseStatus | null) => {
      if (controller.signal.aborted) return;
      controller.abort();
      // A late payment is asked about again when the user looks again: the provider may respond then.
      if (end) clearCheckoutReturn(parameter);
      setCheckoutReturn(null);
      setStatus(end ?? { phase: "late" });
      reloadData();
    };
    // Both run in parallel: the webhook is often faster, and a provider that does not respond must not block the user.
    const findPurchase = createPurchaseLookup(api, checkoutReturn, loadBalanceBeforeCheckout() ?? balanceNow.current);
    void pollUntil(findPurchase, controller.signal).then(finish);
    void confirmCheckout(api, checkoutReturn.checkoutId).then((isPaid) => {
      if (isPaid && !controller.signal.aborted) setStatus({ phase: "waiting" });
    });
    return () => controller.abort();
  }, [checkoutReturn, api, parameter, reloadData]);

  return status;
}

/**
 * Asks the provider for the payment, so that credits need not wait for its webhook. Errors are ignored because the webhook may still come.
 * @returns whether the provider says that the checkout is paid
 */
async function confirmCheckout(api: Api, checkoutId: string | null): Promise<boolean> {
  if (checkoutId === null) return false;
  return api.billing.confirmCheckout.mutate({ checkoutId }).then(
    ({ isPaid }) => isPaid,
    () => false,
  );
}

/** Finds the payment by its id, or without an id by a balance that has grown. Or finds the trial that has started. */
function createPurchaseLookup(
  api: Api,
  { paymentId, checkoutId }: CheckoutReturn,
  balanceBefore: number,
): () => Promise<PurchaseStatus | null> {
  const completed = (purchase: CompletedPurchase): PurchaseStatus => ({ phase: "completed", purchase });
  const ids = { ...(paymentId ? { paymentId } : {}), ...(checkoutId ? { checkoutId } : {}) };
  return async () => {
    const { credits: balance, payment, trialEndsAt } = await api.billing.arrival.query(ids);
    if (payment) return completed({ creditsGranted: payment.creditsGranted, balance, paymentId: payment.id });
    if (trialEndsAt) return { phase: "trial", endsAt: trialEndsAt };
    return paymentId === null && balance > balanceBefore
      ? completed({ creditsGranted: balance - balanceBefore, balance, paymentId: null })
      : null;
  };
}
