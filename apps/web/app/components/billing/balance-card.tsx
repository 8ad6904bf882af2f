import { CHAT_COST_CREDITS, IMAGE_COST_CREDITS, VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import { isLowBalance } from "@app/core/credits/low-balance";
import { Badge, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { affordableUnits } from "../pricing/credits-buy";

const CHEAPEST_CREDITS = Math.min(CHAT_COST_CREDITS, IMAGE_COST_CREDITS, VIDEO_COST_CREDITS);

/** What there is to spend, and what it is good for. A balance below zero is a debt and said as such. */
export function BalanceCard({ credits }: { credits: number }) {
  const t = useTranslations("billing");
  const format = useFormat();
  const balanceText = () => {
    if (credits < 0) return t("balance.debtText", { credits: -credits });
    return credits < CHEAPEST_CREDITS ? t("balance.empty") : t("balance.buys", affordableUnits(credits));
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
