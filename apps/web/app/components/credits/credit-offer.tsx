import type { CatalogueItem, CatalogueKey } from "@app/core/catalogue/plans";
import { Button, Card, Group, Stack, Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { affordableUnits } from "../pricing/credits-buy";
import { useCatalogueItemName } from "./use-item-name";

interface CreditOfferProps {
  item: CatalogueItem;
  /** What is being bought at this moment. */
  buying: string | null;
  onBuy: (key: CatalogueKey) => void;
  isMain?: boolean;
}

/** One thing to buy, as short as it can be said. */
export function CreditOffer({ item, buying, onBuy, isMain = false }: CreditOfferProps) {
  const t = useTranslations("credits");
  const format = useFormat();
  const name = useCatalogueItemName();
  const credits = item.kind === "one_time" ? item.credits : item.creditsPerCycle;
  return (
    <Card padding="md">
      <Stack gap="xs" h="100%">
        <Text fw={600}>{name(item.key)}</Text>
        <Group align="baseline" gap={6}>
          <Text fz={24} fw={700} lh={1.1}>
            {format.money(item.priceCents, item.currency)}
          </Text>
          <Text size="sm" c="dimmed">
            {item.kind === "one_time" ? t("offer.once") : t("offer.monthly")}
          </Text>
        </Group>
        <Text size="sm">
          {item.kind === "one_time" ? t("offer.now", { credits }) : t("offer.eachMonth", { credits })}
        </Text>
        <Text size="sm" c="dimmed">
          {t("offer.buys", affordableUnits(credits))}
        </Text>
        <Button
          mt="auto"
          variant={isMain ? "filled" : "default"}
          loading={buying === item.key}
          disabled={buying !== null}
          onClick={() => onBuy(item.key)}
        >
          {t("offer.buy", { name: name(item.key) })}
        </Button>
      </Stack>
    </Card>
  );
}
