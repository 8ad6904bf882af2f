import { Alert, Button, Stack, Text } from "@mantine/core";
import IconMail from "@tabler/icons-react/dist/esm/icons/IconMail.mjs";
import { type MouseEvent, useState } from "react";
import { useTranslations } from "use-intl/react";
import { AuthCard, type AuthFormData, AuthFormFields, AuthLink, EmailField, PasswordField } from "./auth-form";
import { MAGIC_LINK_ACTION, useAuthForm } from "./use-auth-form";

interface PasswordFormProps {
  form: AuthFormData;
  /** Auth.js error code of the previous attempt. */
  error: string | null;
}

/** Signs in with a password, or mails a sign-in link. */
export function PasswordForm({ form, error }: PasswordFormProps) {
  const t = useTranslations("auth");
  const [email, setEmail] = useState("");
  const [isEmailMissing, setIsEmailMissing] = useState(false);
  const submission = useAuthForm(error);
  const checkEmail = (event: MouseEvent<HTMLButtonElement>) => {
    const field = event.currentTarget.form?.elements.namedItem("email");
    if (!(field instanceof HTMLInputElement) || field.checkValidity()) return;
    event.preventDefault();
    setIsEmailMissing(true);
    field.focus();
  };
  if (submission.isLinkSent) return <LinkSentNotice />;
  return (
    <form method="post" action="/api/auth/callback/credentials" onSubmit={submission.onSubmit}>
      <AuthFormFields {...form} />
      <Stack gap="md">
        {submission.message && !submission.isWrongPassword ? <Alert color="red">{submission.message}</Alert> : null}
        <EmailField
          error={isEmailMissing ? t("problem.invalidEmail") : null}
          onChange={({ currentTarget }) => {
            setEmail(currentTarget.value);
            setIsEmailMissing(false);
          }}
        />
        <Stack gap={6}>
          <PasswordField
            label={t("password")}
            autoComplete="current-password"
            error={submission.isWrongPassword ? submission.message : null}
            errorProps={{ role: "alert" }}
          />
          <Text size="sm" ta="end">
            <AuthLink to="/forgot-password" callbackUrl={form.callbackUrl} email={email}>
              {t("forgotPassword")}
            </AuthLink>
          </Text>
        </Stack>
        <Button type="submit" loading={submission.isSending}>
          {t("signIn")}
        </Button>
        <Button
          type="submit"
          variant="default"
          formAction={MAGIC_LINK_ACTION}
          // A sign-in link needs no password, so only the address is validated, in checkEmail.
          formNoValidate
          disabled={submission.isSending}
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

/** Shown after requesting a sign-in link with JavaScript turned off. */
export function LinkSentPage() {
  const t = useTranslations("auth");
  return (
    <AuthCard title={t("signIn")} footer={<AuthLink to="/sign-in">{t("backToSignIn")}</AuthLink>}>
      <LinkSentNotice />
    </AuthCard>
  );
}
