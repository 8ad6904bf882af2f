import { CATALOGUE, type CatalogueItem, yearlySaving } from "@app/core/billing/catalogue";
import { Link, useSearchParams } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import classes from "./cycle-switch.module.css";

/** What every yearly plan saves at least, so that the claim is true for each. */
const SAVING_PERCENT_MIN = Math.min(
  ...CATALOGUE.flatMap((item) =>
    item.kind === "subscription" && item.cycle === "year" ? [yearlySaving(item)?.percent ?? 0] : [],
  ),
);

/** Switches between monthly and yearly prices. Uses links, so that it works without JavaScript and each cycle has its own URL. */
export function CycleSwitch({ hash }: { hash: string }) {
  const t = useTranslations("pricing");
  const [params] = useSearchParams();
  const current = useCycle();
  return (
    <nav aria-label={t("cycle")} className={classes["bar"]}>
      {CYCLES.map((cycle) => {
        const search = new URLSearchParams(params);
        search.set(CYCLE_PARAMETER, CYCLE_PARAMETER_VALUES[cycle]);
        return (
          <Link
            key={cycle}
            to={{ search: `?${search}`, hash }}
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
        );
      })}
    </nav>
  );
}

const CYCLES = ["month", "year"] as const;
export type Cycle = (typeof CYCLES)[number];

/** Query parameter of the cycle: /pricing?cycle=yearly. */
const CYCLE_PARAMETER = "cycle";
const CYCLE_PARAMETER_VALUES: Readonly<Record<Cycle, string>> = { month: "monthly", year: "yearly" };

/** Reads the cycle from the URL. Defaults to monthly. */
export function useCycle(): Cycle {
  const [params] = useSearchParams();
  return params.get(CYCLE_PARAMETER) === CYCLE_PARAMETER_VALUES.year ? "year" : "month";
}

/** The pack is offered in every cycle. */
export function isOfferedIn(cycle: Cycle, item: CatalogueItem): boolean {
  return item.kind === "one_time" || item.cycle === cycle;
}
