import { findPlan } from "@app/core/catalogue/plans";
import { useTranslations } from "use-intl/react";

/** A plan as people call it, in the reader's language; a key from elsewhere stays as it is. */
export function usePlanName(): (planKey: string) => string {
  const t = useTranslations("offer");
  return (planKey) => {
    if (planKey === "free") return t("plan.free");
    const plan = findPlan(planKey);
    return plan ? t(`plan.${plan.key}`) : planKey;
  };
}
