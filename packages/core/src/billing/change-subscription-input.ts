import { z } from "zod";
import { PLAN_KEYS } from "../catalogue/plans";
import { requiredChoice } from "../input/choice";
import { SUBSCRIPTION_ACTIONS } from "./subscription-actions";

/** An administrator's change of a user's plan. */
export const ChangeSubscriptionInput = z.object({
  planKey: requiredChoice("planKey", PLAN_KEYS),
  action: requiredChoice("action", SUBSCRIPTION_ACTIONS),
});
export type ChangeSubscriptionInput = z.output<typeof ChangeSubscriptionInput>;
