import { CATALOGUE, yearlySaving } from "@app/core/billing/catalogue";
import { Link, useSearchParams } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { withoutPurchaseIntent } from "../credits/purchase-intent";
import { CYCLES, type Cycle, withCycle } from "./billing-cycle";
import classes from "./cycle-switch.module.css";

/** What every yearly plan saves at least, so that the claim is true for each. */
const SAVING_PERCENT_MIN = Math.min(
  ...CATALOGUE.flatMap((item) =>
    item.kind === "subscription" && item.cycle === "year" ? [yearlySaving(item)?.percent ?? 0] : [],
  ),
);

interface CycleSwitchProps {
  current: Cycle;
  /** URL hash to keep, including "#". */
  hash: string;
}

/** Switches between monthly and yearly prices. Uses links, so that it works without JavaScript and each cycle has its own URL. */
export function CycleSwitch({ current, hash }: CycleSwitchProps) {
  const t = useTranslations("pricing");
  const [params] = useSearchParams();
  return (
    <nav aria-label={t("cycle")} className={classes["bar"]}>
      {CYCLES.map((cycle) => (
        <Link
          key={cycle}
          to={{ search: `?${withCycle(withoutPurchaseIntent(params), cycle)}`, hash }}
          preventScrollReset
          replace
          className={classes["choice"]}
          aria-current={cycle === current ? "true" : undefined}
        >
          {t(`cycles.${cycle}`)}
          {cycle === "year" && SAVING_PERCENT_MIN > 0 ? (
            <span className={classes["saving"]}>{t("save", { percent: SAVING_PERCENT_MIN })}</span>
          ) : null}
        </Link>
      ))}
    </nav>
  );
}
