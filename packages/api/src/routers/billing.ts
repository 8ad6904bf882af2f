import { CheckoutInput } from "@app/core/billing/checkout-input";
import { LEDGER_KINDS } from "@app/core/credits/ledger-kinds";
import { optionalChoice } from "@app/core/input/choice";
import { optionalDate } from "@app/core/input/date";
import { optionalId, requiredId } from "@app/core/input/id";
import { cancelSubscription } from "@app/services/billing/cancel-subscription";
import { confirmCheckout } from "@app/services/billing/confirm-checkout";
import { getPurchaseStatus } from "@app/services/billing/get-arrival";
import { getBilling } from "@app/services/billing/get-billing";
import { getReceipt } from "@app/services/billing/get-receipt";
import { openPortal } from "@app/services/billing/open-portal";
import { createCheckoutOnce } from "@app/services/idempotency/repeatable";
import { listOwnLedger } from "@app/services/ledger/list-own-ledger";
import { z } from "zod";
import { router, userProcedure } from "../trpc";
import { ledgerCursor } from "./ledger-cursor";

const LedgerInput = z.object({
  kind: optionalChoice("kind", LEDGER_KINDS),
  from: optionalDate("from"),
  until: optionalDate("until"),
  cursor: ledgerCursor,
});

export const billingRouter = router({
  overview: userProcedure.query(({ ctx }) => getBilling(ctx.service)),
  ledger: userProcedure.input(LedgerInput).query(({ ctx, input }) => listOwnLedger(ctx.service, input)),
  receipt: userProcedure
    .input(z.object({ paymentId: requiredId("paymentId") }))
    .query(({ ctx, input }) => getReceipt(ctx.service, input)),
  checkout: userProcedure.input(CheckoutInput).mutation(({ ctx, input }) => createCheckoutOnce(ctx.service, input)),
  /** Back from the checkout: asks the provider, should its webhook be late. */
  confirmCheckout: userProcedure
    .input(z.object({ checkoutId: requiredId("checkoutId") }))
    .mutation(({ ctx, input }) => confirmCheckout(ctx.service, input)),
  /** Asked again and again by whoever waits for a payment. */
  arrival: userProcedure
    .input(z.object({ paymentId: optionalId("paymentId") }))
    .query(({ ctx, input }) => getPurchaseStatus(ctx.service, input)),
  cancel: userProcedure
    .input(z.object({ subscriptionId: requiredId("subscriptionId") }))
    .mutation(({ ctx, input }) => cancelSubscription(ctx.service, input)),
  portal: userProcedure.mutation(({ ctx }) => openPortal(ctx.service)),
});
