import { Anchor } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { useCycle, withCycle } from "./billing-cycle";

/** Leads to the table on the pricing page that compares the offers of the shown cycle. */
export function ComparisonLink() {
  const t = useTranslations("pricing.comparison");
  const path = useLocalePath();
  return (
    <Anchor component={Link} to={`${path("/pricing")}?${withCycle(new URLSearchParams(), useCycle())}#compare`}>
      {t("title")}
    </Anchor>
  );
}
