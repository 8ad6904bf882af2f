import { SUBSCRIPTION_STATUSES } from "@app/core/billing/subscription-status";
import { PLAN_KEYS } from "@app/core/catalogue/plans";
import { LEDGER_REASONS } from "@app/core/credits/reasons";
import { useTranslations } from "use-intl/react";

/** Keys of the service in words. What is not known, as a reason an administrator typed, stays as it is. */
export function useNames() {
  const t = useTranslations("admin");
  return {
    plan(key: string): string {
      const known = PLAN_KEYS.find((plan) => plan === key);
      return known ? t(`plan.${known}`) : key;
    },
    status(status: string): string {
      const known = SUBSCRIPTION_STATUSES.find((word) => word === status);
      return known ? t(`status.${known}`) : status;
    },
    reason(reason: string): string {
      const known = LEDGER_REASONS.find((word) => word === reason);
      return known ? t(`reason.${known}`) : reason;
    },
    role(role: string): string {
      return t(role === "admin" ? "role.admin" : "role.user");
    },
    yesNo(is: boolean): string {
      return t(is ? "yes" : "no");
    },
  };
}
