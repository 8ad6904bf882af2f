import { Alert } from "@mantine/core";
import { useTranslations } from "use-intl/react";

/** The address named an earlier generation that is not there, or not this reader's. */
export function RerunSourceMissing() {
  const t = useTranslations("studio");
  return (
    <Alert color="yellow" mb="lg" role="status">
      {t("earlierMissing")}
    </Alert>
  );
}
