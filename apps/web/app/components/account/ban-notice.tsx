import type { Ban } from "@app/core/users/ban";
import { Alert, Text } from "@mantine/core";
import IconBan from "@tabler/icons-react/dist/esm/icons/IconBan.mjs";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";

/** Tells somebody who is banned why, and for how long. */
export function BanNotice({ ban }: { ban: Ban }) {
  const t = useTranslations("auth");
  const format = useFormat();
  return (
    <Alert color="red" icon={<IconBan aria-hidden />} title={t("banned")}>
      {ban.reason ? <Text size="sm">{t("banReason", { reason: ban.reason })}</Text> : null}
      <Text size="sm">{ban.expires ? t("banUntil", { date: format.dateTime(ban.expires) }) : t("banForGood")}</Text>
    </Alert>
  );
}
