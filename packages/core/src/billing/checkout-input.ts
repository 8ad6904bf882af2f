import { z } from "zod";
import { CATALOGUE_KEYS } from "../catalogue/plans";
import { requiredChoice } from "../input/choice";
import { optionalHttpUrl } from "../input/http-url";
import { optionalId } from "../input/id";

export const CheckoutInput = z.object({
  key: requiredChoice("key", CATALOGUE_KEYS),
  /** Where the buyer comes back to; undefined for the billing page. */
  successUrl: optionalHttpUrl("successUrl"),
  cancelUrl: optionalHttpUrl("cancelUrl"),
  /** The subscription that is to renew no more once this plan is paid: how a plan is changed. */
  replacesSubscriptionId: optionalId("replacesSubscriptionId").optional(),
});
export type CheckoutInput = z.output<typeof CheckoutInput>;
