import { LEDGER_REASONS } from "@app/core/credits/reasons";
import { useTranslations } from "use-intl/react";
import { capitalizeReason } from "./readable-reason";

/** Why a balance changed, in words. What an administrator gave as the reason is made readable but otherwise kept. */
export function useLedgerReasonText(): (reason: string) => string {
  const t = useTranslations("ledger");
  return (reason) => {
    const known = LEDGER_REASONS.find((word) => word === reason);
    return known ? t(`reason.${known}`) : capitalizeReason(reason);
  };
}
