import { isEmail, isPasswordLongEnough, PASSWORD_MIN_CHARACTERS } from "@app/core/account/credentials";
import { Alert, Button, Stack, Text, TextInput } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { Form, useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { focusFirstInvalid } from "~/ui/focus";
import {
  AuthCard,
  type AuthFormData,
  AuthFormFields,
  AuthLink,
  EmailField,
  PasswordField,
  PurchaseIntentNote,
} from "./auth-form";
import { OauthButtons, type OauthProviders } from "./oauth-buttons";

interface SignUpFormProps {
  form: AuthFormData;
  failure: SignUpFailure | null;
}

interface SignUpPageProps extends SignUpFormProps {
  providers: OauthProviders;
  /** What a new account is given, 0 for nothing. */
  signUpCredits: number;
}

export function SignUpPage({ form, failure, providers, signUpCredits }: SignUpPageProps) {
  const t = useTranslations("auth");
  return (
    <AuthCard
      title={t("createAnAccount")}
      description={signUpCredits > 0 ? t("signUpCredits", { credits: signUpCredits }) : t("signUpDescription")}
      footer={
        <>
          {t("haveAccount")}{" "}
          <AuthLink to="/sign-in" callbackUrl={form.callbackUrl}>
            {t("signIn")}
          </AuthLink>
        </>
      }
    >
      <PurchaseIntentNote callbackUrl={form.callbackUrl} />
      <SignUpForm form={form} failure={failure} />
      <OauthButtons providers={providers} form={form} />
      <Text size="xs" c="dimmed" ta="center">
        {t.rich("agreement", {
          terms: (chunks) => <AuthLink to="/terms">{chunks}</AuthLink>,
          privacy: (chunks) => <AuthLink to="/privacy">{chunks}</AuthLink>,
        })}
      </Text>
    </AuthCard>
  );
}

export type SignUpProblem = "invalidEmail" | "emailTaken" | "shortPassword" | "tooMany" | "other";

export interface SignUpFailure {
  problem: SignUpProblem;
  /** The submitted values, to fill the form in again when JavaScript is off. */
  values: { name: string; email: string };
}

/** Works without JavaScript. With it, the fields are validated before anything is sent. */
function SignUpForm({ form, failure }: SignUpFormProps) {
  const t = useTranslations("auth");
  const element = useRef<HTMLFormElement>(null);
  const isSending = useNavigation().formData?.has("password") ?? false;
  const [problem, setProblem] = useState(failure?.problem ?? null);
  useEffect(() => setProblem(failure?.problem ?? null), [failure]);
  useEffect(() => focusFirstInvalid(problem === null ? null : element.current), [problem]);

  const validate = (event: FormEvent<HTMLFormElement>) => {
    const fieldProblem = findProblem(new FormData(event.currentTarget));
    if (fieldProblem) event.preventDefault();
    setProblem(fieldProblem);
  };
  const errorAt = (...problems: SignUpProblem[]) =>
    problem && problems.includes(problem) ? t(`problem.${problem}`) : null;
  return (
    <Form method="post" ref={element} noValidate={useMounted()} onSubmit={validate}>
      <AuthFormFields {...form} />
      <Stack gap="md">
        {problem === "other" || problem === "tooMany" ? <Alert color="red">{t(`problem.${problem}`)}</Alert> : null}
        <TextInput
          label={t("name")}
          name="name"
          autoComplete="name"
          maxLength={100}
          defaultValue={failure?.values.name}
        />
        <EmailField
          defaultValue={failure?.values.email}
          error={errorAt("invalidEmail", "emailTaken")}
          errorProps={{ role: "alert" }}
        />
        {problem === "emailTaken" ? (
          <AuthLink to="/sign-in" callbackUrl={form.callbackUrl}>
            {t("signInInstead")}
          </AuthLink>
        ) : null}
        <PasswordField
          label={t("password")}
          description={t("passwordRule", { count: PASSWORD_MIN_CHARACTERS })}
          autoComplete="new-password"
          minLength={PASSWORD_MIN_CHARACTERS}
          error={errorAt("shortPassword")}
          errorProps={{ role: "alert" }}
        />
        <Button type="submit" loading={isSending}>
          {t("createAccount")}
        </Button>
      </Stack>
    </Form>
  );
}

function findProblem(fields: FormData): SignUpProblem | null {
  if (!isEmail(String(fields.get("email")).trim())) return "invalidEmail";
  return isPasswordLongEnough(String(fields.get("password"))) ? null : "shortPassword";
}
