import type { CatalogueItem } from "@app/core/catalogue/plans";
import { Badge, Card, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { AffordableUnitsList } from "./credits-buy-list";
import { describeOffer, totalCredits } from "./describe-offer";
import classes from "./offer-card.module.css";

interface OfferCardProps {
  item: CatalogueItem;
  isCurrent?: boolean;
  isFeatured?: boolean;
  /** The button that buys it, or leads to where it can be bought. */
  action: ReactNode;
}

export function OfferCard({ item, isCurrent = false, isFeatured = false, action }: OfferCardProps) {
  const t = useTranslations("offer");
  const texts = describeOffer(item, useLocale());
  return (
    <Card h="100%" padding="xl" className={isFeatured ? (classes["featured"] ?? "") : ""}>
      <Stack gap="lg" h="100%">
        <Stack gap={8}>
          <Group justify="space-between" gap="xs" mih={26}>
            <Title order={3}>{texts.name}</Title>
            {isCurrent ? <Badge variant="light">{t("current")}</Badge> : null}
            {isFeatured && !isCurrent ? <Badge variant="light">{t("bestValue")}</Badge> : null}
          </Group>
          <Group align="baseline" gap={6}>
            <Text span fz={38} fw={700} lh={1.1}>
              {texts.price}
            </Text>
            <Text span c="dimmed">
              {texts.period}
            </Text>
            {texts.saving ? (
              <Badge color="mint" variant="light" ml="auto">
                {texts.saving}
              </Badge>
            ) : null}
          </Group>
        </Stack>
        <Stack gap={2}>
          <Text fw={600}>{texts.credits}</Text>
          <Text size="sm" c="dimmed">
            {texts.grantTiming}
          </Text>
          <Text size="sm" c="dimmed">
            {texts.unitPrice}
          </Text>
        </Stack>
        <AffordableUnitsList credits={totalCredits(item)} />
        <Stack mt="auto">{action}</Stack>
      </Stack>
    </Card>
  );
}
