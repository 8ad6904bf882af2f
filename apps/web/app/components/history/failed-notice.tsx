import { Alert } from "@mantine/core";
import IconAlertCircle from "@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs";
import { useTranslations } from "use-intl/react";
import { failureReason } from "./failure-reason";
import type { GenerationDetail } from "./generation";

/** Why a generation failed, and what that means for its credits. */
export function FailedNotice({ generation: { error, refunded } }: { generation: GenerationDetail }) {
  const t = useTranslations("history.failed");
  const reason = failureReason(error ?? "");
  const credits = refunded ? "refunded" : reason === "insufficientCredits" ? "notCharged" : "kept";
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />} title={t("title")} role="note">
      {error ? t(`reason.${reason}`, { said: error }) : null} {t(credits)}
    </Alert>
  );
}
