import { Alert, Button, Group, Text } from "@mantine/core";
import IconAlertTriangle from "@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs";
import { useTranslations } from "use-intl/react";
import { useBalance } from "../shell/balance";
import { useOutOfCredits } from "./out-of-credits";

/** Warns beside a form whose next use the balance does not cover, with the way to credits. */
export function LowBalanceHint({ costCredits }: { costCredits: number }) {
  const t = useTranslations("credits");
  const { credits } = useBalance();
  const { offer } = useOutOfCredits();
  if (credits === null || credits >= costCredits) return null;
  return (
    <Alert role="note" color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} p="sm">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t("hint.text", { cost: costCredits, credits })}</Text>
        <Button size="compact-sm" variant="default" onClick={offer}>
          {t("hint.get")}
        </Button>
      </Group>
    </Alert>
  );
}
