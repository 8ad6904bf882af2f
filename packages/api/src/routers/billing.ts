import { CheckoutInput } from "@app/core/billing/checkout-input";
import { optionalDate } from "@app/core/input/date";
import { optionalChoice, optionalId, requiredId } from "@app/core/input/fields";
import { LEDGER_KINDS } from "@app/core/ledger/ledger-reasons";
import { confirmCheckout, createCheckoutOnce, openPortal } from "@app/services/billing/checkout";
import { getBilling, getPurchaseStatus, getReceipt, listOwnPayments } from "@app/services/billing/get-billing";
import { cancelSubscription, resumeSubscription } from "@app/services/billing/subscriptions";
import { listOwnLedger } from "@app/services/ledger/own-ledger";
import { getUsageByKey } from "@app/services/ledger/usage-by-key";
import { z } from "zod";
import { router, userProcedure } from "../trpc";
import { cursor, ledgerCursor } from "./pagination";

const LedgerInput = z.object({
  kind: optionalChoice("kind", LEDGER_KINDS),
  from: optionalDate("from"),
  until: optionalDate("until"),
  apiKeyId: optionalId("apiKeyId"),
  cursor: ledgerCursor,
});

export const billingRouter = router({
  overview: userProcedure.query(({ ctx }) => getBilling(ctx.service)),
  payments: userProcedure.input(z.object({ cursor })).query(({ ctx, input }) => listOwnPayments(ctx.service, input)),
  ledger: userProcedure.input(LedgerInput).query(({ ctx, input }) => listOwnLedger(ctx.service, input)),
  usageByKey: userProcedure.query(({ ctx }) => getUsageByKey(ctx.service)),
  receipt: userProcedure
    .input(z.object({ paymentId: requiredId("paymentId") }))
    .query(({ ctx, input }) => getReceipt(ctx.service, input)),
  checkout: userProcedure.input(CheckoutInput).mutation(({ ctx, input }) => createCheckoutOnce(ctx.service, input)),
  /** Called on return from the checkout: asks the provider in case its webhook is late. */
  confirmCheckout: userProcedure
    .input(z.object({ checkoutId: requiredId("checkoutId") }))
    .mutation(({ ctx, input }) => confirmCheckout(ctx.service, input)),
  /** Polled by the page that waits for a payment. */
  arrival: userProcedure
    .input(z.object({ paymentId: optionalId("paymentId"), checkoutId: optionalId("checkoutId") }))
    .query(({ ctx, input }) => getPurchaseStatus(ctx.service, input)),
  cancel: userProcedure
    .input(z.object({ subscriptionId: requiredId("subscriptionId") }))
    .mutation(({ ctx, input }) => cancelSubscription(ctx.service, input)),
  resume: userProcedure
    .input(z.object({ subscriptionId: requiredId("subscriptionId") }))
    .mutation(({ ctx, input }) => resumeSubscription(ctx.service, input)),
  portal: userProcedure.mutation(({ ctx }) => openPortal(ctx.service)),
});
