import { z } from "zod";
import { PLAN_KEYS } from "../billing/catalogue";
import { optionalText, requiredChoice } from "../input/fields";
import { ADJUSTMENT_MAX_CREDITS, SUBSCRIPTION_ACTIONS } from "./admin-options";

const ADJUSTMENT_REASON_MAX_CHARACTERS = 200;
const DEFAULT_ADJUSTMENT_REASON = "adjustment";

const AMOUNT_MESSAGE = `amount must be a non-zero whole number from -${ADJUSTMENT_MAX_CREDITS} to ${ADJUSTMENT_MAX_CREDITS}`;

/** An administrator's manual change of a balance, in credits: positive adds, negative deducts. */
export const AdjustCreditsInput = z.object({
  amount: z
    .number({ error: AMOUNT_MESSAGE })
    .refine(isAdjustment, AMOUNT_MESSAGE)
    .meta({ type: "integer", minimum: -ADJUSTMENT_MAX_CREDITS, maximum: ADJUSTMENT_MAX_CREDITS, not: { const: 0 } })
    .describe("Whole credits: positive adds, negative deducts."),
  reason: optionalText("reason", ADJUSTMENT_REASON_MAX_CHARACTERS)
    .transform((reason) => reason?.trim() ?? DEFAULT_ADJUSTMENT_REASON)
    .describe(`Shown to the user in the ledger. Default: ${DEFAULT_ADJUSTMENT_REASON}.`),
});
export type AdjustCreditsInput = z.output<typeof AdjustCreditsInput>;

function isAdjustment(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount !== 0 && Math.abs(amount) <= ADJUSTMENT_MAX_CREDITS;
}

/** An administrator's change of a user's plan. */
export const ChangeSubscriptionInput = z.object({
  planKey: requiredChoice("planKey", PLAN_KEYS),
  action: requiredChoice("action", SUBSCRIPTION_ACTIONS),
});
export type ChangeSubscriptionInput = z.output<typeof ChangeSubscriptionInput>;

export const USER_ROLES = ["user", "admin"] as const;
export type UserRole = (typeof USER_ROLES)[number];

export const RoleInput = z.object({ role: requiredChoice("role", USER_ROLES) });
export type RoleInput = z.output<typeof RoleInput>;
