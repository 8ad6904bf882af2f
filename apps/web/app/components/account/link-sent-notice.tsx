import { Alert } from "@mantine/core";
import IconMail from "@tabler/icons-react/dist/esm/icons/IconMail.mjs";
import { useTranslations } from "use-intl/react";

export function LinkSentNotice() {
  const t = useTranslations("auth");
  return (
    <Alert icon={<IconMail aria-hidden />} title={t("checkMail")} role="status">
      {t("linkSent")}
    </Alert>
  );
}
