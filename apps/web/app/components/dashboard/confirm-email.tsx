import { Button, Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useRequestVerification } from "../account/use-request-verification";

/** Sends the link that confirms the address again. */
export function ConfirmEmail() {
  const t = useTranslations("dashboard.steps");
  const verification = useRequestVerification();
  if (verification.isSent) {
    return (
      <Text size="xs" role="status">
        {t("emailSent")}
      </Text>
    );
  }
  return (
    <>
      <Button size="compact-sm" variant="light" mt={4} loading={verification.isSending} onClick={verification.send}>
        {t("emailSend")}
      </Button>
      {verification.failure === null ? null : (
        <Text size="xs" c="red" role="alert">
          {verification.failure}
        </Text>
      )}
    </>
  );
}
