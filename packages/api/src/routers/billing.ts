import { CheckoutInput } from "@app/core/billing/checkout-input";
import { createCheckout } from "@app/services/billing/create-checkout";
import { getBilling } from "@app/services/billing/get-billing";
import { listLedger } from "@app/services/ledger/list-ledger";
import { z } from "zod";
import { router, userProcedure } from "../trpc";
import { ledgerCursor } from "./ledger-cursor";

export const billingRouter = router({
  overview: userProcedure.query(({ ctx }) => getBilling(ctx.service)),
  ledger: userProcedure
    .input(z.object({ cursor: ledgerCursor }))
    .query(({ ctx, input }) => listLedger(ctx.service, { userId: ctx.service.actor.id, cursor: input.cursor })),
  checkout: userProcedure.input(CheckoutInput).mutation(({ ctx, input }) => createCheckout(ctx.service, input)),
});
