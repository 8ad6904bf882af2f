import { Alert, Button, Text } from "@mantine/core";
import IconAlertCircle from "@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs";
import { useTranslations } from "use-intl/react";
import { useReasonText } from "../generation/use-reason-text";

interface VideoFailureProps {
  error: string;
  refundsFailures: boolean;
  onRetry: () => void;
}

/** Why a video failed, what became of its credits, and the way to try again with the same settings. */
export function VideoFailure({ error, refundsFailures, onRetry }: VideoFailureProps) {
  const t = useTranslations();
  const reason = useReasonText();
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
      {reason(error)}
      <Text size="sm" mt={4}>
        {t(`studio.charge.${refundsFailures ? "refunded" : "kept"}`)}
      </Text>
      <Button size="xs" variant="default" mt="sm" display="block" onClick={onRetry}>
        {t("video.tryAgain")}
      </Button>
    </Alert>
  );
}
