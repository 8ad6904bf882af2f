import { CATALOGUE, type CatalogueItem } from "@app/core/billing/catalogue";
import { COMPARED_CREDITS, offerFigures } from "@app/core/billing/offer-figures";
import { Box, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useChatPrice } from "../credits/chat-price";
import { type Cycle, isOfferedIn } from "./billing-cycle";
import { describeOffer } from "./describe-offer";
import classes from "./plan-comparison.module.css";

/**
 * The offers of a cycle side by side. On a phone the table scrolls sideways in its region, which is focusable for that, next to the fixed
 * column of row headers.
 */
export function PlanComparison({ cycle }: { cycle: Cycle }) {
  const t = useTranslations("pricing.comparison");
  const locale = useLocale();
  const items = CATALOGUE.filter((item) => isOfferedIn(cycle, item));
  const rows = useRows(cycle, items);
  return (
    <Box role="region" aria-label={t("title")} tabIndex={0} className={classes["region"] ?? ""}>
      <table className={classes["table"]}>
        <thead>
          <tr>
            <td />
            {items.map((item) => (
              <th key={item.key} scope="col">
                {describeOffer(item, locale).name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={items[index]?.key}>{cell ?? <NothingHere />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

interface Row {
  name: string;
  /** One for each offer; null where the row does not apply. */
  cells: readonly ReactNode[];
}

function useRows(cycle: Cycle, items: readonly CatalogueItem[]): Row[] {
  const t = useTranslations("pricing.comparison");
  const locale = useLocale();
  const format = useFormat();
  const chatPrice = useChatPrice();
  const offers = items.map((item) => ({
    item,
    figures: offerFigures(item, chatPrice),
    texts: describeOffer(item, locale),
  }));
  const row = (name: string, cellOf: (offer: (typeof offers)[number]) => ReactNode): Row => ({
    name,
    cells: offers.map(cellOf),
  });
  const once = (isOnce: boolean, text: string) => (isOnce ? <WithNote note={t("once")}>{text}</WithNote> : text);
  return [
    row(t("price"), ({ item, figures, texts }) => {
      const price = format.money(figures.periodCents, item.currency);
      if (item.kind === "one_time") return once(true, price);
      return cycle === "month" ? price : <WithNote note={`${texts.price} ${texts.period}`}>{price}</WithNote>;
    }),
    row(t("credits"), ({ item, figures }) => once(item.kind === "one_time", format.number(figures.periodCredits))),
    row(t("chats"), ({ figures }) => format.number(figures.units.chats)),
    row(t("images"), ({ figures }) => format.number(figures.units.images)),
    row(t("videos"), ({ figures }) => format.number(figures.units.videos)),
    row(t("unitPrice", { count: COMPARED_CREDITS }), ({ item, figures }) =>
      format.money(figures.unitCents, item.currency),
    ),
    row(t("saving"), ({ figures }) =>
      figures.yearlySavingPercent === null ? null : format.percent(figures.yearlySavingPercent / 100),
    ),
    row(t("yearlyCredits"), ({ figures }) =>
      figures.yearlyCredits === null ? null : format.number(figures.yearlyCredits),
    ),
    row(t("grantTiming"), ({ texts }) => texts.grantTiming),
  ];
}

function WithNote({ note, children }: { note: string; children: ReactNode }) {
  return (
    <>
      {children} <span className={classes["note"]}>{note}</span>
    </>
  );
}

function NothingHere() {
  const t = useTranslations("pricing.comparison");
  return (
    <>
      <span aria-hidden>–</span>
      <VisuallyHidden>{t("none")}</VisuallyHidden>
    </>
  );
}
