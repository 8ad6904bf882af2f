import type { ApiOutputs } from "@app/api/root";
import { Anchor, SimpleGrid } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { useLocalePath } from "~/i18n/use-locale-path";
import { useCatalogueItemName } from "../credits/use-item-name";
import { FigureCard } from "../page/figure-card";
import { CreditAmount } from "../shell/credit-amount";
import { PlanState } from "./plan-state";

type Dashboard = ApiOutputs["me"]["dashboard"];

/** Balance, plan and the credits that come next. */
export function DashboardFigures({ dashboard }: { dashboard: Dashboard }) {
  const t = useTranslations("dashboard.figures");
  const itemName = useCatalogueItemName();
  const format = useFormat();
  const { credits, planKey, subscription, nextGrant } = dashboard;
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} mb="xl">
      <FigureCard
        label={t("credits")}
        value={<CreditAmount credits={credits} />}
        note={<ToBilling>{t("getCredits")}</ToBilling>}
      />
      <FigureCard
        label={t("plan")}
        value={itemName(planKey)}
        note={
          subscription ? <PlanState subscription={subscription} /> : <ToBilling to="#plans">{t("seePlans")}</ToBilling>
        }
      />
      <FigureCard
        label={t("next")}
        value={nextGrant ? format.signed(nextGrant.credits) : t("none")}
        note={nextGrant ? <GrantDate grant={nextGrant} /> : t("noNext")}
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

function ToBilling({ to = "", children }: { to?: string; children: ReactNode }) {
  const path = useLocalePath();
  return (
    <Anchor component={Link} to={path(`/billing${to}`)} inherit>
      {children}
    </Anchor>
  );
}
