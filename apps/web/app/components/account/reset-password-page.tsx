import { PASSWORD_MIN_CHARACTERS } from "@app/core/users/new-password";
import { Alert, Button, Stack } from "@mantine/core";
import { Form, useNavigation } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { AuthCard } from "./auth-card";
import { AuthLink } from "./auth-link";
import { PasswordField } from "./password-field";

export type ResetPasswordProblem = "shortPassword" | "linkOver";

interface ResetPasswordPageProps {
  token: string;
  problem: ResetPasswordProblem | null;
}

/** Where the link in the mail leads. */
export function ResetPasswordPage({ token, problem }: ResetPasswordPageProps) {
  const t = useTranslations("auth");
  const isSending = useNavigation().formData?.has("password") ?? false;
  return (
    <AuthCard
      title={t("resetTitle")}
      description={t("resetDescription")}
      footer={<AuthLink to="/sign-in">{t("backToSignIn")}</AuthLink>}
    >
      {problem === "linkOver" || token === "" ? (
        <Alert color="red" title={t("linkOver")}>
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
