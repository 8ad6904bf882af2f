import type { ApiOutputs } from "@app/api/root";
import { affordableUnits } from "@app/core/billing/offer-figures";
import { IMAGE_COST_CREDITS, isLowBalance, VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import { Badge, Button, Card, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { Section } from "~/ui/page-layout";
import { useChatPrice } from "../credits/chat-price";
import { InstalmentTimeline } from "./instalment-timeline";
import { PlanCard } from "./plan-card";
import { PlanPicker } from "./plan-picker";

/** Balance and plan, instalments and offers. */
export function PlanTab({ billing }: { billing: ApiOutputs["billing"]["overview"] }) {
  const t = useTranslations("billing");
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mb="xl">
        <BalanceCard credits={billing.credits} />
        <PlanCard billing={billing} />
      </SimpleGrid>
      {billing.instalmentPlans.length > 0 ? (
        <Section title={t("instalments.title")} id="instalments">
          <Stack gap="md">
            {billing.instalmentPlans.map((plan) => (
              <InstalmentTimeline key={plan.subscriptionId} plan={plan} />
            ))}
          </Stack>
        </Section>
      ) : null}
      <Section title={t("plans.title")} id="plans">
        <PlanPicker billing={billing} />
      </Section>
    </>
  );
}

/** The balance and what it pays for. A negative balance is shown as a debt. */
function BalanceCard({ credits }: { credits: number }) {
  const t = useTranslations("billing");
  const format = useFormat();
  const chatPrice = useChatPrice();
  const cheapest = Math.min(chatPrice, IMAGE_COST_CREDITS, VIDEO_COST_CREDITS);
  const balanceText = () => {
    if (credits < 0) return t("balance.debtText", { credits: -credits });
    return credits < cheapest ? t("balance.empty") : t("balance.buys", affordableUnits(credits, chatPrice));
  };
  return (
    <Card h="100%">
      <Stack gap="xs" h="100%">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {t("balance.title")}
          </Title>
          {isLowBalance(credits) ? (
            <Badge color="yellow" variant="light" c="var(--mantine-color-text)">
              {credits < 0 ? t("balance.debt") : t("balance.low")}
            </Badge>
          ) : null}
        </Group>
        <Text fz={36} fw={700} lh={1.1} {...(credits < 0 ? { c: "red" } : {})}>
          {format.number(credits)}
        </Text>
        <Text c="dimmed" size="sm">
          {balanceText()}
        </Text>
        <Group mt="auto" pt="sm">
          <Button component="a" href="#plans" variant={isLowBalance(credits) ? "filled" : "default"}>
            {t("balance.get")}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
