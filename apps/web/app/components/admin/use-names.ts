import { SUBSCRIPTION_STATUSES } from "@app/core/billing/subscription-status";
import { LEDGER_REASONS } from "@app/core/credits/reasons";
import { useTranslations } from "use-intl/react";
import { useCatalogueItemName } from "../credits/use-item-name";

/** Keys of the service in words. What is not known, as a reason an administrator typed, stays as it is. */
export function useAdminLabels() {
  const t = useTranslations("admin");
  const itemName = useCatalogueItemName();
  return {
    plan: itemName,
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
