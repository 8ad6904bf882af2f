import { z } from "zod";
import { PLAN_KEYS } from "../catalogue/plans";
import { requiredChoice } from "../input/choice";

export const SUBSCRIPTION_ACTIONS = ["upgrade", "downgrade", "cancel"] as const;

/** An administrator's change of a user's plan. */
export const ChangeSubscriptionInput = z.object({
  planKey: requiredChoice("planKey", PLAN_KEYS),
  action: requiredChoice("action", SUBSCRIPTION_ACTIONS),
});
export type ChangeSubscriptionInput = z.output<typeof ChangeSubscriptionInput>;
