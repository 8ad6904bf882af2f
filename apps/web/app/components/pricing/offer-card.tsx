import type { CatalogueItem } from "@app/core/catalogue/plans";
import { Badge, Card, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useFormat } from "~/i18n/use-format";
import { creditsBuy } from "./credits-buy";
import { creditsOf, describeOffer } from "./describe-offer";

interface OfferCardProps {
  item: CatalogueItem;
  isCurrent?: boolean;
  /** The button that buys it, or leads to where it can be bought. */
  action: ReactNode;
}

export function OfferCard({ item, isCurrent = false, action }: OfferCardProps) {
  const format = useFormat();
  const texts = describeOffer(item, format);
  const buys = creditsBuy(creditsOf(item));
  return (
    <Card withBorder padding="lg" h="100%">
      <Stack gap="xs" h="100%">
        <Group justify="space-between" gap="xs">
          <Title order={3} size="h5">
            {item.name}
          </Title>
          {isCurrent ? <Badge variant="light">Your plan</Badge> : null}
        </Group>
        <Group align="baseline" gap={6}>
          <Text fz={28} fw={700} lh={1.1}>
            {texts.price}
          </Text>
          <Text c="dimmed">{texts.period}</Text>
        </Group>
        <Text fw={500}>{texts.credits}</Text>
        <Text size="sm">{texts.arrival}</Text>
        <Text size="sm" c="dimmed">
          Enough for {format.number(buys.chats)} chat messages, {format.number(buys.images)} images or{" "}
          {format.number(buys.videos)} videos
        </Text>
        <Stack mt="auto" pt="sm">
          {action}
        </Stack>
      </Stack>
    </Card>
  );
}
