import { CATALOGUE, type CatalogueItem, cheapestPerCredit, totalCredits } from "@app/core/billing/catalogue";
import { affordableUnits } from "@app/core/billing/offer-figures";
import { Badge, Card, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import IconMessage from "@tabler/icons-react/dist/esm/icons/IconMessage.mjs";
import IconPhoto from "@tabler/icons-react/dist/esm/icons/IconPhoto.mjs";
import IconVideo from "@tabler/icons-react/dist/esm/icons/IconVideo.mjs";
import type { ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { useChatPrice } from "../credits/chat-price";
import { type Cycle, isOfferedIn } from "./billing-cycle";
import { describeOffer } from "./describe-offer";
import classes from "./offers.module.css";

interface OfferGridProps {
  cycle: Cycle;
  currentPlanKey?: string;
  actionFor: (item: CatalogueItem) => ReactNode;
}

/** Cards of the pack and the plans of a cycle. Features the one with the lowest price per credit. */
export function OfferGrid({ cycle, currentPlanKey = "", actionFor }: OfferGridProps) {
  const items = CATALOGUE.filter((item) => isOfferedIn(cycle, item));
  const cheapest = cheapestPerCredit(items);
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
      {items.map((item) => (
        <OfferCard
          key={item.key}
          item={item}
          isCurrent={item.key === currentPlanKey}
          isFeatured={cheapest.has(item.key)}
          action={actionFor(item)}
        />
      ))}
    </SimpleGrid>
  );
}

interface OfferCardProps {
  item: CatalogueItem;
  isCurrent?: boolean;
  isFeatured?: boolean;
  /** Button or link to buy the offer. */
  action: ReactNode;
}

function OfferCard({ item, isCurrent = false, isFeatured = false, action }: OfferCardProps) {
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

function AffordableUnitsList({ credits }: { credits: number }) {
  const t = useTranslations("offer");
  const { chats, images, videos } = affordableUnits(credits, useChatPrice());
  const lines = [
    { Icon: IconMessage, text: t("buys.chats", { count: chats }) },
    { Icon: IconPhoto, text: t("buys.images", { count: images }) },
    { Icon: IconVideo, text: t("buys.videos", { count: videos }) },
  ];
  return (
    <Stack gap={8}>
      <Text size="sm" fw={500}>
        {t("enoughFor")}
      </Text>
      <ul className={classes["buys"]}>
        {lines.map(({ Icon, text }) => (
          <li key={text}>
            <Icon size={18} stroke={1.6} aria-hidden />
            <Text span size="sm">
              {text}
            </Text>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
