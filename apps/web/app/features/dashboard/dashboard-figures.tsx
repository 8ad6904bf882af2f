import type { ApiOutputs } from "@app/api/root";
import { findSubscriptionStatus } from "@app/core/billing/subscription-status";
import { Anchor, SimpleGrid, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";
import { FigureCard } from "~/ui/page-layout";
import { useCatalogueItemName } from "../pricing/describe-offer";

type Dashboard = ApiOutputs["me"]["dashboard"];

/** Plan and next grant. */
export function DashboardFigures({ dashboard }: { dashboard: Dashboard }) {
  const t = useTranslations("dashboard.figures");
  const itemName = useCatalogueItemName();
  const format = useFormat();
  const { planKey, subscription, nextGrant } = dashboard;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} mb="xl">
      <FigureCard
        label={t("plan")}
        value={itemName(planKey)}
        note={
          subscription ? (
            <PlanStatus subscription={subscription} />
          ) : (
            <BillingLink to="#plans">{t("seePlans")}</BillingLink>
          )
        }
      />
      <FigureCard
        label={t("next")}
        value={nextGrant ? format.signed(nextGrant.credits) : t("none")}
        note={nextGrant ? <GrantDate grant={nextGrant} /> : subscription ? null : t("noNext")}
      />
    </SimpleGrid>
  );
}

function GrantDate({ grant }: { grant: NonNullable<Dashboard["nextGrant"]> }) {
  const t = useTranslations("dashboard.figures");
  const date = useFormat().date(grant.at);
  if (grant.source === "renewal") return <>{t("nextRenewal", { date })}</>;
  return <>{t("nextInstalment", { date, count: grant.grantsRemaining })}</>;
}

function BillingLink({ to = "", children }: { to?: string; children: ReactNode }) {
  const path = useLocalePath();
  return (
    <Anchor component={Link} to={path(`/billing${to}`)} inherit>
      {children}
    </Anchor>
  );
}

interface PlanStatusProps {
  subscription: { status: string; currentPeriodEnd: Date };
}

function PlanStatus({ subscription: { status, currentPeriodEnd } }: PlanStatusProps) {
  const t = useTranslations("dashboard.figures");
  const date = useFormat().date(currentPeriodEnd);
  switch (findSubscriptionStatus(status)) {
    case "active":
      return <>{t(currentPeriodEnd > new Date() ? "renews" : "late", { date })}</>;
    case "trialing":
      return <>{t(currentPeriodEnd > new Date() ? "trial" : "late", { date })}</>;
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
    case "canceled":
      // The provider may have canceled it at once. The plan then lasts until the end of its period all the same.
      return <>{t(currentPeriodEnd > new Date() ? "cancels" : "ended", { date })}</>;
    default:
      return <>{t("ended", { date })}</>;
  }
}
