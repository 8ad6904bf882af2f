import { CATALOGUE, type CatalogueItem, yearlySaving } from "@app/core/billing/catalogue";
import { Link, useSearchParams } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import classes from "./cycle-switch.module.css";

/** The most a yearly plan saves. */
const SAVING_PERCENT = Math.max(
  0,
  ...CATALOGUE.map((item) => (item.kind === "subscription" ? (yearlySaving(item)?.percent ?? 0) : 0)),
);

/** Monthly or yearly, as links, so that it works without scripts and has an address. */
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
            {cycle === "year" && SAVING_PERCENT > 0 ? (
              <span className={classes["saving"]}>{t("save", { percent: SAVING_PERCENT })}</span>
            ) : null}
          </Link>
        );
      })}
    </nav>
  );
}

const CYCLES = ["month", "year"] as const;
export type Cycle = (typeof CYCLES)[number];

/** Name of the cycle in addresses: /pricing?cycle=yearly. */
const CYCLE_PARAMETER = "cycle";
const CYCLE_PARAMETER_VALUES: Readonly<Record<Cycle, string>> = { month: "monthly", year: "yearly" };

/** The cycle the address asks for; monthly where it asks for none. */
export function useCycle(): Cycle {
  const [params] = useSearchParams();
  return params.get(CYCLE_PARAMETER) === CYCLE_PARAMETER_VALUES.year ? "year" : "month";
}

/** The pack is on sale whatever the cycle. */
export function isOfferedIn(cycle: Cycle, item: CatalogueItem): boolean {
  return item.kind === "one_time" || item.cycle === cycle;
}
