import { useTranslations } from "use-intl/react";
import { AuthCard } from "./auth-card";
import { AuthLink } from "./auth-link";
import { LinkSentNotice } from "./link-sent-notice";

/** Where someone is led who asked for a sign-in link without scripts. */
export function LinkSentPage() {
  const t = useTranslations("auth");
  return (
    <AuthCard title={t("signIn")} footer={<AuthLink to="/sign-in">{t("backToSignIn")}</AuthLink>}>
      <LinkSentNotice />
    </AuthCard>
  );
}
