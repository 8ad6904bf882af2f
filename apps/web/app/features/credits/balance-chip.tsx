import { isLowBalance } from "@app/core/credits/costs";
import { Button, Text, VisuallyHidden } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconAlertTriangle from "@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs";
import IconCoins from "@tabler/icons-react/dist/esm/icons/IconCoins.mjs";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { CreditAmount } from "./credit-amount";

/** The balance in the header. Turns yellow when it is low. */
export function BalanceChip({ credits }: { credits: number }) {
  const t = useTranslations("credits");
  const shell = useTranslations("shell");
  const path = useLocalePath();
  const isLow = isLowBalance(credits);
  const Icon = isLow ? IconAlertTriangle : IconCoins;
  return (
    <Button
      component={Link}
      to={path("/billing")}
      variant="light"
      size="compact-md"
      leftSection={<Icon size={16} aria-hidden />}
      {...(isLow ? { color: "yellow", c: "var(--mantine-color-text)" } : {})}
    >
      <VisuallyHidden>{shell("balance")} </VisuallyHidden>
      <CreditAmount credits={credits} />
      <Text span inherit visibleFrom="xs" style={{ whiteSpace: "pre" }}>
        {` ${shell("creditsUnit")}`}
      </Text>
      {/* A debt says so itself. Both are too wide for a phone. */}
      {isLow && credits >= 0 ? (
        <Text span inherit fw={700} style={{ whiteSpace: "pre" }}>
          {` · ${t("low")}`}
        </Text>
      ) : null}
    </Button>
  );
}
