import { findPlan } from "@app/core/catalogue/plans";

/** A plan as people call it; a key from elsewhere stays as it is. */
export function planName(planKey: string): string {
  return planKey === "free" ? "Free" : (findPlan(planKey)?.name ?? planKey);
}
