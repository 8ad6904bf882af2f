import { Anchor } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { AuthCard } from "./auth-card";
import type { AuthFormData } from "./auth-form-fields";
import { SignUpForm } from "./sign-up-form";

export function SignUpPage({ form }: { form: AuthFormData }) {
  const path = useLocalePath();
  return (
    <AuthCard
      title="Create an account"
      footer={
        <>
          You have one?{" "}
          <Anchor
            component={Link}
            to={path(`/sign-in?${new URLSearchParams({ callbackUrl: form.callbackUrl })}`)}
            inherit
          >
            Sign in
          </Anchor>
        </>
      }
    >
      <SignUpForm {...form} />
    </AuthCard>
  );
}
