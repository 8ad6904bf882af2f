import { Alert, Button, Stack } from "@mantine/core";
import { Form, useNavigation } from "@remix-run/react";
import IconMail from "@tabler/icons-react/dist/esm/icons/IconMail.mjs";
import { useTranslations } from "use-intl/react";
import { AuthCard } from "./auth-card";
import { AuthLink } from "./auth-link";
import { EmailField } from "./email-field";

export type ForgotPasswordOutcome = "asked" | "invalidEmail" | "tooMany";

export function ForgotPasswordPage({ outcome }: { outcome: ForgotPasswordOutcome | null }) {
  const t = useTranslations("auth");
  const isSending = useNavigation().formData?.has("email") ?? false;
  const problemOf = (said: ForgotPasswordOutcome | null) => {
    if (said === "invalidEmail") return t("problem.invalidEmail");
    return said === "tooMany" ? t("refusal.RateLimited") : null;
  };
  return (
    <AuthCard
      title={t("forgotTitle")}
      description={t("forgotDescription")}
      footer={<AuthLink to="/sign-in">{t("backToSignIn")}</AuthLink>}
    >
      {outcome === "asked" ? (
        <Alert icon={<IconMail aria-hidden />} title={t("checkMail")} role="status">
          {t("resetAsked")}
        </Alert>
      ) : (
        <Form method="post">
          <Stack gap="md">
            <EmailField error={problemOf(outcome)} errorProps={{ role: "alert" }} />
            <Button type="submit" loading={isSending}>
              {t("sendReset")}
            </Button>
          </Stack>
        </Form>
      )}
    </AuthCard>
  );
}
