import { Button, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { fetchCsrfToken } from "../account/fetch-csrf-token";
import { submitAuthForm } from "../account/submit-auth-form";
import { UNREACHABLE } from "../failure/failure";
import { useFailureText } from "../failure/use-failure-text";

/** Sends a sign-in link: whoever opens it can read the mail of that address. */
export function ConfirmEmail({ email }: { email: string }) {
  const t = useTranslations("dashboard.steps");
  const failureText = useFailureText();
  const path = useLocalePath();
  const sending = useMutation({
    mutationFn: async () => {
      const fields = { csrfToken: await fetchCsrfToken(), email, callbackUrl: path("/dashboard") };
      const outcome = await submitAuthForm("/api/auth/signin/email", fields);
      if (!outcome.ok) throw new Error(outcome.code);
    },
  });
  if (sending.isSuccess) {
    return (
      <Text size="xs" role="status">
        {t("emailSent")}
      </Text>
    );
  }
  return (
    <>
      <Button size="compact-sm" variant="light" mt={4} loading={sending.isPending} onClick={() => sending.mutate()}>
        {t("emailSend")}
      </Button>
      {sending.error ? (
        <Text size="xs" c="red" role="alert">
          {failureText(UNREACHABLE)}
        </Text>
      ) : null}
    </>
  );
}
