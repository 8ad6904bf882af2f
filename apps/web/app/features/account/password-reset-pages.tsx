import { PASSWORD_MIN_CHARACTERS } from "@app/core/account/credentials";
import { Alert, Button, Stack } from "@mantine/core";
import { Form, useNavigation } from "@remix-run/react";
import IconMail from "@tabler/icons-react/dist/esm/icons/IconMail.mjs";
import { useTranslations } from "use-intl/react";
import { AuthCard, AuthLink, EmailField, PasswordField, PurchaseIntentNote, useTypedEmail } from "./auth-form";

export type ForgotPasswordOutcome = "sent" | "invalidEmail" | "tooMany";

interface ForgotPasswordPageProps {
  /** Path to go to in the end, as chosen before; null for none. */
  callbackUrl: string | null;
  outcome: ForgotPasswordOutcome | null;
}

export function ForgotPasswordPage({ callbackUrl, outcome }: ForgotPasswordPageProps) {
  const t = useTranslations("auth");
  const typedEmail = useTypedEmail();
  const isSending = useNavigation().formData?.has("email") ?? false;
  const errorText = () => {
    if (outcome === "invalidEmail") return t("problem.invalidEmail");
    return outcome === "tooMany" ? t("refusal.RateLimited") : null;
  };
  return (
    <AuthCard
      title={t("forgotTitle")}
      description={t("forgotDescription")}
      footer={
        <AuthLink to="/sign-in" callbackUrl={callbackUrl}>
          {t("backToSignIn")}
        </AuthLink>
      }
    >
      <PurchaseIntentNote callbackUrl={callbackUrl ?? ""} />
      {outcome === "sent" ? (
        <Alert icon={<IconMail aria-hidden />} title={t("checkMail")} role="status">
          {t("resetSent")}
        </Alert>
      ) : (
        <Form method="post">
          <ReturnPathField callbackUrl={callbackUrl} />
          <Stack gap="md">
            <EmailField defaultValue={typedEmail} error={errorText()} errorProps={{ role: "alert" }} />
            <Button type="submit" loading={isSending}>
              {t("sendReset")}
            </Button>
          </Stack>
        </Form>
      )}
    </AuthCard>
  );
}

function ReturnPathField({ callbackUrl }: { callbackUrl: string | null }) {
  return callbackUrl === null ? null : <input type="hidden" name="callbackUrl" value={callbackUrl} />;
}

export type ResetPasswordProblem = "shortPassword" | "expiredLink";

interface ResetPasswordPageProps {
  token: string;
  callbackUrl: string | null;
  problem: ResetPasswordProblem | null;
}

/** The page the password reset mail links to. */
export function ResetPasswordPage({ token, callbackUrl, problem }: ResetPasswordPageProps) {
  const t = useTranslations("auth");
  const isSending = useNavigation().formData?.has("password") ?? false;
  return (
    <AuthCard
      title={t("resetTitle")}
      description={t("resetDescription")}
      footer={
        <AuthLink to="/sign-in" callbackUrl={callbackUrl}>
          {t("backToSignIn")}
        </AuthLink>
      }
    >
      <PurchaseIntentNote callbackUrl={callbackUrl ?? ""} />
      {problem === "expiredLink" || token === "" ? (
        <Alert color="red" title={t("linkExpired")}>
          <AuthLink to="/forgot-password" callbackUrl={callbackUrl}>
            {t("askForNewLink")}
          </AuthLink>
        </Alert>
      ) : (
        <Form method="post">
          <input type="hidden" name="token" value={token} />
          <ReturnPathField callbackUrl={callbackUrl} />
          <Stack gap="md">
            <PasswordField
              label={t("newPassword")}
              description={t("passwordRule", { count: PASSWORD_MIN_CHARACTERS })}
              autoComplete="new-password"
              minLength={PASSWORD_MIN_CHARACTERS}
              error={problem === "shortPassword" ? t("problem.shortPassword") : null}
              errorProps={{ role: "alert" }}
            />
            <Button type="submit" loading={isSending}>
              {t("savePassword")}
            </Button>
          </Stack>
        </Form>
      )}
    </AuthCard>
  );
}
