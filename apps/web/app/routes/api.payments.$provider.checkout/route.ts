import { CheckoutInput } from "@app/core/billing/checkout-input";
import { createCheckoutOnce } from "@app/services/idempotency/repeatable";
import type { ActionFunctionArgs } from "@remix-run/node";
import { requireProvider } from "~/server/payment-paths.server";
import { methodNotAllowed, respond, userJsonAction } from "~/server/rest.server";

const checkout = userJsonAction(CheckoutInput, createCheckoutOnce);

/** POST /api/payments/provider/checkout */
export const action = (args: ActionFunctionArgs) =>
  respond(args, async () => {
    requireProvider(args.params, args.context.deps.env);
    return checkout(args);
  });

export const loader = methodNotAllowed("POST");
