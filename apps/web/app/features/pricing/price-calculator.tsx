import { findCatalogueItem } from "@app/core/billing/catalogue";
import { cheapestMonthly } from "@app/core/billing/monthly-cost";
import { IMAGE_COST_CREDITS, VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useChatPrice } from "../credits/chat-price";
import { useCatalogueItemName } from "./describe-offer";
import classes from "./price-calculator.module.css";

/** What one can make in a month, and the sliders' ends. */
const USES = [
  { kind: "chats", max: 500, step: 10 },
  { kind: "images", max: 300, step: 5 },
  { kind: "videos", max: 100, step: 1 },
] as const;

type Counts = Record<(typeof USES)[number]["kind"], number>;

const INITIAL: Counts = { chats: 60, images: 15, videos: 4 };

/** Three sliders, and what they cost at the lowest price. */
export function PriceCalculator() {
  const t = useTranslations("pricing.calculator");
  const format = useFormat();
  const itemName = useCatalogueItemName();
  const [counts, setCounts] = useState(INITIAL);
  const costs: Counts = { chats: useChatPrice(), images: IMAGE_COST_CREDITS, videos: VIDEO_COST_CREDITS };
  const credits = USES.reduce((sum, { kind }) => sum + counts[kind] * costs[kind], 0);
  const best = cheapestMonthly(credits);
  const item = findCatalogueItem(best.key);
  return (
    <div className={classes["calculator"]}>
      <div className={classes["sliders"]}>
        {USES.map(({ kind, max, step }) => (
          <label key={kind} className={classes["slider"]}>
            <span className={classes["label"]}>
              {t(kind)}
              <output className={classes["count"]}>{format.number(counts[kind])}</output>
            </span>
            <input
              type="range"
              min={0}
              max={max}
              step={step}
              value={counts[kind]}
              onChange={(event) => setCounts({ ...counts, [kind]: Number(event.currentTarget.value) })}
            />
            <span className={classes["cost"]}>{t("each", { credits: costs[kind] })}</span>
          </label>
        ))}
      </div>
      <div className={classes["result"]} role="status">
        <span className={classes["credits"]}>{t("credits", { credits })}</span>
        <span className={classes["price"]}>{format.money(best.monthlyCents, item?.currency ?? "usd")}</span>
        <span>{t("month")}</span>
        <span className={classes["offer"]}>
          {best.packs > 0
            ? t("packs", { count: best.packs })
            : t("plan", { name: itemName(best.key), plans: best.plans })}
        </span>
      </div>
    </div>
  );
}
