import { Box, Button, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useLocale, useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { useFailureText } from "~/ui/failure";
import { failureFromError } from "~/ui/read-failure";
import classes from "./verification-reminder.module.css";

export const REMINDER_HEIGHT = 36;

/** One line below the header while the e-mail address is not confirmed. */
export function VerificationReminder({ email }: { email: string }) {
  const t = useTranslations("verification");
  const verification = useRequestVerification();
  return (
    <Box className={classes["reminder"] ?? ""} h={REMINDER_HEIGHT} px={{ base: "sm", sm: "md" }} role="note">
      <Text size="xs" truncate role={verification.failure === null ? undefined : "alert"}>
        {verification.failure ?? (
          <>
            {t("reminder")}
            <Text span inherit visibleFrom="sm">
              {" · "}
              {t("reminderText", { email })}
            </Text>
          </>
        )}
      </Text>
      {verification.isSent ? (
        <Text size="xs" fw={600} role="status" className={classes["sent"] ?? ""}>
          {t("sent")}
        </Text>
      ) : (
        <Button
          size="compact-xs"
          variant="default"
          loading={verification.isSending}
          onClick={verification.send}
          className={classes["send"] ?? ""}
        >
          {t("sendAgain")}
        </Button>
      )}
    </Box>
  );
}

/** Sends the verification mail of the signed-in user again. */
export function useRequestVerification() {
  const locale = useLocale();
  const trpc = useTRPC();
  const failureText = useFailureText();
  const request = useMutation(trpc.account.requestVerification.mutationOptions());
  return {
    send: () => request.mutate({ locale }),
    isSending: request.isPending,
    isSent: request.isSuccess,
    /** Error text, or null. */
    failure: request.error ? failureText(failureFromError(request.error)) : null,
  };
}
