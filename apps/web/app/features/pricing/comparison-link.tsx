import { Anchor } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { type Cycle, withCycle } from "./billing-cycle";

/** Leads to the table on the pricing page that compares the offers of a cycle. */
export function ComparisonLink({ cycle }: { cycle: Cycle }) {
  const t = useTranslations("pricing.comparison");
  const path = useLocalePath();
  return (
    <Anchor component={Link} to={`${path("/pricing")}?${withCycle(new URLSearchParams(), cycle)}#compare`}>
      {t("title")}
    </Anchor>
  );
}
