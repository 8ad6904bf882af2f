import { findSubscriptionStatus } from "@app/core/billing/subscription-status";
import { useTranslations } from "use-intl/react";

/** A subscription's status in words; one that is not known stays as it is. */
export function useSubscriptionStatusText(): (status: string) => string {
  const t = useTranslations("billing");
  return (status) => {
    const known = findSubscriptionStatus(status);
    return known ? t(`status.${known}`) : status;
  };
}
