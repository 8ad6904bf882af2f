import { Alert, Anchor, Divider } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { AuthCard } from "./auth-card";
import type { AuthFormData } from "./auth-form-fields";
import { MagicLinkForm } from "./magic-link-form";
import { OauthButtons, type OauthProviders } from "./oauth-buttons";
import { PasswordForm } from "./password-form";
import { signInMessage } from "./sign-in-messages";

interface SignInPageProps {
  form: AuthFormData;
  providers: OauthProviders;
  /** Code of what went wrong before, when the reader was sent here. */
  error: string | null;
}

export function SignInPage({ form, providers, error }: SignInPageProps) {
  const path = useLocalePath();
  const signUp = path(`/sign-up?${new URLSearchParams({ callbackUrl: form.callbackUrl })}`);
  return (
    <AuthCard
      title="Sign in"
      footer={
        <>
          New here?{" "}
          <Anchor component={Link} to={signUp} inherit>
            Create an account
          </Anchor>
        </>
      }
    >
      {error === null ? null : <Alert color="red">{signInMessage(error)}</Alert>}
      <PasswordForm {...form} />
      <Divider label="or" />
      <MagicLinkForm {...form} />
      {providers.google || providers.github ? <OauthButtons providers={providers} form={form} /> : null}
    </AuthCard>
  );
}
