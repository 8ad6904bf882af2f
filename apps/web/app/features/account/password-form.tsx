import { Alert, Button, Stack, Text } from "@mantine/core";
import IconMail from "@tabler/icons-react/dist/esm/icons/IconMail.mjs";
import { type MouseEvent, useState } from "react";
import { useTranslations } from "use-intl/react";
import { AuthCard, type AuthFormData, AuthFormFields, AuthLink, EmailField, PasswordField } from "./auth-form";
import { MAGIC_LINK_ACTION, useAuthForm } from "./use-auth-form";

interface PasswordFormProps {
  form: AuthFormData;
  /** Code of what went wrong before. */
  error: string | null;
}

/** Signing in with a password, or by a link that comes by mail. */
export function PasswordForm({ form, error }: PasswordFormProps) {
  const t = useTranslations("auth");
  const [isEmailMissing, setIsEmailMissing] = useState(false);
  const sending = useAuthForm(error);
  const checkEmail = (event: MouseEvent<HTMLButtonElement>) => {
    const email = event.currentTarget.form?.elements.namedItem("email");
    if (!(email instanceof HTMLInputElement) || email.checkValidity()) return;
    event.preventDefault();
    setIsEmailMissing(true);
    email.focus();
  };
  if (sending.isLinkSent) return <LinkSentNotice />;
  return (
    <form method="post" action="/api/auth/callback/credentials" onSubmit={sending.onSubmit}>
      <AuthFormFields {...form} />
      <Stack gap="md">
        {sending.message && !sending.isWrongPassword ? <Alert color="red">{sending.message}</Alert> : null}
        <EmailField
          error={isEmailMissing ? t("problem.invalidEmail") : null}
          onChange={() => setIsEmailMissing(false)}
        />
        <Stack gap={6}>
          <PasswordField
            label={t("password")}
            autoComplete="current-password"
            error={sending.isWrongPassword ? sending.message : null}
            errorProps={{ role: "alert" }}
          />
          <Text size="sm" ta="end">
            <AuthLink to="/forgot-password">{t("forgotPassword")}</AuthLink>
          </Text>
        </Stack>
        <Button type="submit" loading={sending.isSending}>
          {t("signIn")}
        </Button>
        <Button
          type="submit"
          variant="default"
          formAction={MAGIC_LINK_ACTION}
          // It needs no password; the address is looked at here instead.
          formNoValidate
          disabled={sending.isSending}
          onClick={checkEmail}
        >
          {t("mailLink")}
        </Button>
      </Stack>
    </form>
  );
}

function LinkSentNotice() {
  const t = useTranslations("auth");
  return (
    <Alert icon={<IconMail aria-hidden />} title={t("checkMail")} role="status">
      {t("linkSent")}
    </Alert>
  );
}

/** Where someone is led who asked for a sign-in link without scripts. */
export function LinkSentPage() {
  const t = useTranslations("auth");
  return (
    <AuthCard title={t("signIn")} footer={<AuthLink to="/sign-in">{t("backToSignIn")}</AuthLink>}>
      <LinkSentNotice />
    </AuthCard>
  );
}
