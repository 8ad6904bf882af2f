import { useTranslations } from "use-intl/react";
import { AuthCard } from "./auth-card";
import type { AuthFormData } from "./auth-form-fields";
import { AuthLink } from "./auth-link";
import { type SignUpFailure, SignUpForm } from "./sign-up-form";

interface SignUpPageProps {
  form: AuthFormData;
  refusal: SignUpFailure | null;
}

export function SignUpPage({ form, refusal }: SignUpPageProps) {
  const t = useTranslations("auth");
  return (
    <AuthCard
      title={t("createAnAccount")}
      description={t("signUpDescription")}
      footer={
        <>
          {t("haveAccount")}{" "}
          <AuthLink to="/sign-in" callbackUrl={form.callbackUrl}>
            {t("signIn")}
          </AuthLink>
        </>
      }
    >
      <SignUpForm form={form} refusal={refusal} />
    </AuthCard>
  );
}
