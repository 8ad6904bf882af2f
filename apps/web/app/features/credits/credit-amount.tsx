import { Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";

/**
 * A balance. A negative balance is shown as a debt. It has an element of its own in both cases: a browser that translates the page replaces
 * text nodes, and React would update one that is no longer shown.
 */
export function CreditAmount({ credits }: { credits: number }) {
  const t = useTranslations("shell");
  const format = useFormat();
  const isDebt = credits < 0;
  return (
    <Text span inherit {...(isDebt ? { c: "red", style: { whiteSpace: "nowrap" } } : {})}>
      {isDebt ? t("debt", { credits: format.number(credits) }) : format.number(credits)}
    </Text>
  );
}
