import { z } from "zod";
import { optionalBoolean, optionalId, requiredChoice } from "../input/fields";
import { optionalHttpUrl } from "../input/url";
import { CATALOGUE_KEYS } from "./catalogue";

export const CheckoutInput = z.object({
  key: requiredChoice("key", CATALOGUE_KEYS).describe("The plan or the credit pack to buy."),
  successUrl: optionalHttpUrl("successUrl").describe("Where the buyer returns to. Default: the billing page."),
  cancelUrl: optionalHttpUrl("cancelUrl"),
  replacesSubscriptionId: optionalId("replacesSubscriptionId")
    .optional()
    .describe("The subscription that ends once this plan is paid. This is how a plan is changed."),
  isFirstPlan: optionalBoolean("isFirstPlan")
    .optional()
    .describe(
      "Refuses a plan while another one renews, as where it was bought on another device meanwhile. A plan that is to end, and that its owner resumes before paying, ends once this one is paid.",
    ),
});
export type CheckoutInput = z.output<typeof CheckoutInput>;
