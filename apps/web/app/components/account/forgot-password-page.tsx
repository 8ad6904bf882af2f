import { Alert, Button, Stack } from "@mantine/core";
import { Form, useNavigation } from "@remix-run/react";
import IconMail from "@tabler/icons-react/dist/esm/icons/IconMail.mjs";
import { useTranslations } from "use-intl/react";
import { AuthCard } from "./auth-card";
import { AuthLink } from "./auth-link";
import { EmailField } from "./email-field";

export type ForgotPasswordOutcome = "asked" | "invalidEmail";

export function ForgotPasswordPage({ outcome }: { outcome: ForgotPasswordOutcome | null }) {
  const t = useTranslations("auth");
  const isSending = useNavigation().formData?.has("email") ?? false;
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
            <EmailField
              error={outcome === "invalidEmail" ? t("problem.invalidEmail") : null}
              errorProps={{ role: "alert" }}
            />
            <Button type="submit" loading={isSending}>
              {t("sendReset")}
            </Button>
          </Stack>
        </Form>
      )}
    </AuthCard>
  );
}
