import type { ApiOutputs } from "@app/api/root";
import { Anchor, SimpleGrid } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useFormat } from "~/i18n/use-format";
import { useLocalePath } from "~/i18n/use-locale-path";
import { FigureCard } from "../page/figure-card";
import { planName } from "../pricing/plan-name";
import { CreditAmount } from "../shell/credit-amount";

type Dashboard = ApiOutputs["me"]["dashboard"];

/** Balance, plan and the next instalment. */
export function DashboardFigures({ dashboard }: { dashboard: Dashboard }) {
  const path = useLocalePath();
  const format = useFormat();
  const { nextGrant } = dashboard;
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} mb="xl">
      <FigureCard
        label="Credits"
        value={<CreditAmount credits={dashboard.credits} />}
        note={
          <Anchor component={Link} to={path("/billing")} inherit>
            Get credits
          </Anchor>
        }
      />
      <FigureCard
        label="Plan"
        value={planName(dashboard.planKey)}
        note={
          <Anchor component={Link} to={path("/billing#plans")} inherit>
            See all plans
          </Anchor>
        }
      />
      <FigureCard
        label="Next credits"
        value={nextGrant ? format.signed(nextGrant.credits) : "None"}
        note={
          nextGrant
            ? `On ${format.date(nextGrant.at)} · ${format.number(nextGrant.grantsRemaining)} still to come`
            : "Yearly plans pay out month by month"
        }
      />
    </SimpleGrid>
  );
}
