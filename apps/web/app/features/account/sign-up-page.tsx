import { isEmail, isPasswordLongEnough, PASSWORD_MIN_CHARACTERS } from "@app/core/account/credentials";
import { Alert, Button, Stack, TextInput } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { Form, useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { AuthCard, type AuthFormData, AuthFormFields, AuthLink, EmailField, PasswordField } from "./auth-form";

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

/** What keeps an account from being made: a field, or something else. */
export type SignUpProblem = "invalidEmail" | "emailTaken" | "shortPassword" | "tooMany" | "other";

export interface SignUpFailure {
  problem: SignUpProblem;
  /** What was typed, for a page without scripts. */
  values: { name: string; email: string };
}

/** Works without scripts too; with them mistakes are told before anything is sent. */
function SignUpForm({ form, refusal }: { form: AuthFormData; refusal: SignUpFailure | null }) {
  const t = useTranslations("auth");
  const element = useRef<HTMLFormElement>(null);
  const isSending = useNavigation().formData?.has("password") ?? false;
  const [problem, setProblem] = useState(refusal?.problem ?? null);
  useEffect(() => setProblem(refusal?.problem ?? null), [refusal]);
  useEffect(() => focusFirstInvalid(problem === null ? null : element.current), [problem]);

  const check = (event: FormEvent<HTMLFormElement>) => {
    const found = findProblem(new FormData(event.currentTarget));
    if (found) event.preventDefault();
    setProblem(found);
  };
  const errorAt = (...problems: SignUpProblem[]) =>
    problem && problems.includes(problem) ? t(`problem.${problem}`) : null;
  return (
    <Form method="post" ref={element} noValidate={useMounted()} onSubmit={check}>
      <AuthFormFields {...form} />
      <Stack gap="md">
        {problem === "other" || problem === "tooMany" ? <Alert color="red">{t(`problem.${problem}`)}</Alert> : null}
        <TextInput
          label={t("name")}
          name="name"
          autoComplete="name"
          maxLength={100}
          defaultValue={refusal?.values.name}
        />
        <EmailField
          defaultValue={refusal?.values.email}
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

/** Leads whoever sent a form with a mistake to the field it is in. */
function focusFirstInvalid(form: HTMLFormElement | null): void {
  const field = form?.querySelector('[aria-invalid="true"]');
  if (field instanceof HTMLElement) field.focus();
}
