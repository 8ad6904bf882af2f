import { findSubscriptionStatus } from "@app/core/billing/subscription-status";
import { Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";

interface PlanStateProps {
  subscription: { status: string; currentPeriodEnd: Date };
}

/** Where the subscription stands, in a few words. */
export function PlanState({ subscription: { status, currentPeriodEnd } }: PlanStateProps) {
  const t = useTranslations("dashboard.figures");
  const date = useFormat().date(currentPeriodEnd);
  switch (findSubscriptionStatus(status)) {
    case "active":
      return <>{t("renews", { date })}</>;
    case "trialing":
      return <>{t("trial", { date })}</>;
    case "scheduled_cancel":
      return <>{t("cancels", { date })}</>;
    case "past_due":
    case "unpaid":
      return (
        <Text span inherit c="red" fw={600}>
          {t("overdue")}
        </Text>
      );
    case "paused":
      return <>{t("paused")}</>;
    default:
      return <>{t("ended", { date })}</>;
  }
}
