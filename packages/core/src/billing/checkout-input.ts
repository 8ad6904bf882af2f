import { z } from "zod";
import { CATALOGUE_KEYS } from "../catalogue/plans";
import { requiredChoice } from "../input/choice";
import { requiredHttpUrl } from "../input/http-url";

export const CheckoutInput = z.object({
  key: requiredChoice("key", CATALOGUE_KEYS),
  successUrl: requiredHttpUrl("successUrl"),
  cancelUrl: requiredHttpUrl("cancelUrl"),
});
export type CheckoutInput = z.output<typeof CheckoutInput>;
