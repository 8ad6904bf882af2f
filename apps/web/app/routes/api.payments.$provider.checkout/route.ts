import { CheckoutInput } from "@app/core/billing/checkout-input";
import { createCheckoutOnce } from "@app/services/billing/checkout";
import type { ActionFunctionArgs } from "@remix-run/node";
import { methodNotAllowed, requireProvider, respond, userJsonAction } from "~/server/http/rest.server";

const checkout = userJsonAction(CheckoutInput, createCheckoutOnce);

/** POST /api/payments/provider/checkout */
export const action = (args: ActionFunctionArgs) =>
  respond(args, async () => {
    requireProvider(args.params, args.context.deps.env);
    return checkout(args);
  });

export const loader = methodNotAllowed("POST");
