import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "@remix-run/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { FailureNotice } from "../failure/failure-notice";
import type { AuthFormData } from "./auth-form-fields";
import { type SignUpValues, useSignUp } from "./use-sign-up";

const PASSWORD_MIN_CHARACTERS = 8;

/** The fields say what is wrong in the browser's own words; what only the server knows is told above them. */
export function SignUpForm(props: AuthFormData) {
  const path = useLocalePath();
  const form = useForm<SignUpValues>({ mode: "uncontrolled", initialValues: { name: "", email: "", password: "" } });
  const { signUp, isSending, failure, hasAccountOnly } = useSignUp(props);
  return (
    <form onSubmit={form.onSubmit(signUp)}>
      <Stack gap="sm">
        {failure ? <FailureNotice failure={failure} /> : null}
        {hasAccountOnly ? (
          <Alert role="status">
            Your account is ready.{" "}
            <Anchor component={Link} to={path("/sign-in")} inherit>
              Sign in
            </Anchor>
          </Alert>
        ) : null}
        <TextInput label="Name (optional)" autoComplete="name" {...form.getInputProps("name")} />
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          {...form.getInputProps("email")}
        />
        <PasswordInput
          label="Password"
          description={`At least ${PASSWORD_MIN_CHARACTERS} characters`}
          autoComplete="new-password"
          minLength={PASSWORD_MIN_CHARACTERS}
          required
          withAsterisk={false}
          {...form.getInputProps("password")}
        />
        <Button type="submit" loading={isSending}>
          Create account
        </Button>
        <noscript>Creating an account needs JavaScript; signing in does not.</noscript>
      </Stack>
    </form>
  );
}
