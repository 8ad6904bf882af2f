import { CheckoutInput } from "@app/core/billing/checkout-input";
import { requiredId } from "@app/core/input/id";
import { confirmCheckout } from "@app/services/billing/confirm-checkout";
import { getBilling } from "@app/services/billing/get-billing";
import { createCheckoutOnce } from "@app/services/idempotency/repeatable";
import { listLedger } from "@app/services/ledger/list-ledger";
import { z } from "zod";
import { router, userProcedure } from "../trpc";
import { ledgerCursor } from "./ledger-cursor";

export const billingRouter = router({
  overview: userProcedure.query(({ ctx }) => getBilling(ctx.service)),
  ledger: userProcedure
    .input(z.object({ cursor: ledgerCursor }))
    .query(({ ctx, input }) => listLedger(ctx.service, { userId: ctx.service.actor.id, cursor: input.cursor })),
  /** Back from the checkout: asks the provider, should its webhook be late. */
  confirmCheckout: userProcedure
    .input(z.object({ checkoutId: requiredId("checkoutId") }))
    .mutation(({ ctx, input }) => confirmCheckout(ctx.service, input)),
  checkout: userProcedure.input(CheckoutInput).mutation(({ ctx, input }) => createCheckoutOnce(ctx.service, input)),
});
