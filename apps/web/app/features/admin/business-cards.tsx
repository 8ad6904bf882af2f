import type { ApiOutputs } from "@app/api/root";
import { ActionIcon, SimpleGrid, Tooltip } from "@mantine/core";
import IconInfoCircle from "@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { FigureCard } from "~/ui/page-layout";
import { REVENUE_CURRENCY } from "./trends";

/** How the business does. Each figure explains itself; docs/glossary.md has the definitions. */
export function BusinessCards({ statistics }: { statistics: ApiOutputs["admin"]["statistics"] }) {
  const t = useTranslations("admin.business");
  const format = useFormat();
  const { business, months } = statistics;
  const money = (cents: number) => format.money(cents, REVENUE_CURRENCY);
  const share = (value: number | null) => (value === null ? "—" : format.percent(value));
  const [lastMonth, thisMonth] = months.slice(-2).map(({ revenueCents }) => revenueCents);
  return (
    <SimpleGrid cols={{ base: 2, md: 3 }} mb="xl">
      <FigureCard
        label={t("revenue")}
        help={<AboutFigure about={t("revenueAbout")} />}
        value={money(thisMonth ?? 0)}
        note={t("revenueNote", { amount: money(lastMonth ?? 0) })}
      />
      <FigureCard
        label={t("mrr")}
        help={<AboutFigure about={t("mrrAbout")} />}
        value={money(business.mrrCents)}
        note={business.endingMrrCents > 0 ? t("mrrNote", { amount: money(business.endingMrrCents) }) : null}
      />
      <FigureCard
        label={t("churn")}
        help={<AboutFigure about={t("churnAbout")} />}
        value={share(business.churn)}
        note={t("churnNote", { lost: business.customersLost, all: business.customersBefore })}
      />
      <FigureCard
        label={t("failureRate")}
        help={<AboutFigure about={t("failureRateAbout")} />}
        value={share(business.failureRate)}
        note={t("failureRateNote", { failed: business.generationsFailed, all: business.generationsEnded })}
      />
      <FigureCard
        label={t("credits")}
        help={<AboutFigure about={t("creditsAbout")} />}
        value={format.number(business.creditsHeld)}
        note={t("creditsNote", { credits: business.creditsToCome })}
      />
      <FigureCard
        label={t("active")}
        help={<AboutFigure about={t("activeAbout")} />}
        value={format.number(statistics.activeUsers)}
        note={t("activeNote", { users: statistics.totalUsers })}
      />
    </SimpleGrid>
  );
}

const ABOUT_ICON_PX = 14;
const ABOUT_WIDTH_PX = 260;

function AboutFigure({ about }: { about: string }) {
  return (
    <Tooltip label={about} multiline w={ABOUT_WIDTH_PX} events={{ hover: true, focus: true, touch: true }}>
      <ActionIcon variant="subtle" color="gray" size="sm" ml={4} aria-label={about}>
        <IconInfoCircle size={ABOUT_ICON_PX} stroke={1.8} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
