import type { ApiOutputs } from "@app/api/root";
import { SimpleGrid } from "@mantine/core";
import { useFormat } from "~/i18n/use-format";
import { FigureCard } from "../page/figure-card";
import { planName } from "../pricing/plan-name";
import { CreditAmount } from "../shell/credit-amount";
import { subscriptionStatusText } from "./subscription-status-text";

/** Balance and subscription. */
export function BillingFigures({ billing }: { billing: ApiOutputs["billing"]["overview"] }) {
  const format = useFormat();
  const { subscription } = billing;
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} mb="xl">
      <FigureCard label="Credits" value={<CreditAmount credits={billing.credits} />} />
      <FigureCard label="Plan" value={planName(billing.planKey)} />
      <FigureCard
        label="Subscription"
        value={subscription ? subscriptionStatusText(subscription.status) : "None"}
        note={
          subscription
            ? `${planName(subscription.planKey)}, paid until ${format.date(subscription.currentPeriodEnd)}`
            : "A plan below starts one"
        }
      />
    </SimpleGrid>
  );
}
