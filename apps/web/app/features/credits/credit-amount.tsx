import { Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";

/** A balance. A negative balance is shown as a debt. */
export function CreditAmount({ credits }: { credits: number }) {
  const t = useTranslations("shell");
  const format = useFormat();
  if (credits >= 0) return <>{format.number(credits)}</>;
  return (
    <Text span inherit c="red" style={{ whiteSpace: "nowrap" }}>
      {t("debt", { credits: format.number(credits) })}
    </Text>
  );
}
