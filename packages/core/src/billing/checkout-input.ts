import { z } from "zod";
import { optionalId, requiredChoice } from "../input/fields";
import { optionalHttpUrl } from "../input/url";
import { CATALOGUE_KEYS } from "./catalogue";

export const CheckoutInput = z.object({
  key: requiredChoice("key", CATALOGUE_KEYS),
  /** Where the buyer returns to. Undefined for the billing page. */
  successUrl: optionalHttpUrl("successUrl"),
  cancelUrl: optionalHttpUrl("cancelUrl"),
  /** The subscription that ends once this plan is paid. This is how a plan is changed. */
  replacesSubscriptionId: optionalId("replacesSubscriptionId").optional(),
});
export type CheckoutInput = z.output<typeof CheckoutInput>;
