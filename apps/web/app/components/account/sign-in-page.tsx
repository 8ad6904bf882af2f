import type { Ban } from "@app/core/users/ban";
import { Divider } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { AuthCard } from "./auth-card";
import type { AuthFormData } from "./auth-form-fields";
import { AuthLink } from "./auth-link";
import { BanNotice } from "./ban-notice";
import { DemoSignInButtons } from "./demo-sign-ins";
import { OauthButtons, type OauthProviders } from "./oauth-buttons";
import { PasswordForm } from "./password-form";

interface SignInPageProps {
  form: AuthFormData;
  providers: OauthProviders;
  /** Code of what went wrong before, when the reader was sent here. */
  error: string | null;
  /** The reader's own ban. */
  ban: Ban | null;
  demoAccounts: Parameters<typeof DemoSignInButtons>[0]["accounts"];
}

export function SignInPage({ form, providers, error, ban, demoAccounts }: SignInPageProps) {
  const t = useTranslations("auth");
  return (
    <AuthCard
      title={t("signIn")}
      description={t("signInDescription")}
      footer={
        <>
          {t("newHere")}{" "}
          <AuthLink to="/sign-up" callbackUrl={form.callbackUrl}>
            {t("createAccount")}
          </AuthLink>
        </>
      }
    >
      {ban ? <BanNotice ban={ban} /> : null}
      <PasswordForm form={form} error={ban ? null : error} />
      {providers.google || providers.github ? (
        <>
          <Divider label={t("or")} />
          <OauthButtons providers={providers} form={form} />
        </>
      ) : null}
      {demoAccounts.length > 0 ? (
        <>
          <Divider label={t("demo.label")} />
          <DemoSignInButtons accounts={demoAccounts} form={form} />
        </>
      ) : null}
    </AuthCard>
  );
}
