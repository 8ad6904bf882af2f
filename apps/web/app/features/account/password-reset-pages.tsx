import { PASSWORD_MIN_CHARACTERS } from "@app/core/account/credentials";
import { Alert, Button, Stack } from "@mantine/core";
import { Form, useNavigation } from "@remix-run/react";
import IconMail from "@tabler/icons-react/dist/esm/icons/IconMail.mjs";
import { useTranslations } from "use-intl/react";
import { AuthCard, AuthLink, EmailField, PasswordField } from "./auth-form";

export type ForgotPasswordOutcome = "sent" | "invalidEmail" | "tooMany";

export function ForgotPasswordPage({ outcome }: { outcome: ForgotPasswordOutcome | null }) {
  const t = useTranslations("auth");
  const isSending = useNavigation().formData?.has("email") ?? false;
  const errorText = () => {
    if (outcome === "invalidEmail") return t("problem.invalidEmail");
    return outcome === "tooMany" ? t("refusal.RateLimited") : null;
  };
  return (
    <AuthCard
      title={t("forgotTitle")}
      description={t("forgotDescription")}
      footer={<AuthLink to="/sign-in">{t("backToSignIn")}</AuthLink>}
    >
      {outcome === "sent" ? (
        <Alert icon={<IconMail aria-hidden />} title={t("checkMail")} role="status">
          {t("resetSent")}
        </Alert>
      ) : (
        <Form method="post">
          <Stack gap="md">
            <EmailField error={errorText()} errorProps={{ role: "alert" }} />
            <Button type="submit" loading={isSending}>
              {t("sendReset")}
            </Button>
          </Stack>
        </Form>
      )}
    </AuthCard>
  );
}

export type ResetPasswordProblem = "shortPassword" | "expiredLink";

interface ResetPasswordPageProps {
  token: string;
  problem: ResetPasswordProblem | null;
}

/** The page the password reset mail links to. */
export function ResetPasswordPage({ token, problem }: ResetPasswordPageProps) {
  const t = useTranslations("auth");
  const isSending = useNavigation().formData?.has("password") ?? false;
  return (
    <AuthCard
      title={t("resetTitle")}
      description={t("resetDescription")}
      footer={<AuthLink to="/sign-in">{t("backToSignIn")}</AuthLink>}
    >
      {problem === "expiredLink" || token === "" ? (
        <Alert color="red" title={t("linkExpired")}>
          <AuthLink to="/forgot-password">{t("askForNewLink")}</AuthLink>
        </Alert>
      ) : (
        <Form method="post">
          <input type="hidden" name="token" value={token} />
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
