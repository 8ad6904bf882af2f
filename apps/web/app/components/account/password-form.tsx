import { Alert, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { type AuthFormData, AuthFormFields } from "./auth-form-fields";
import { useAuthForm } from "./use-auth-form";

/** Signing in with a password. */
export function PasswordForm({ csrfToken, callbackUrl }: AuthFormData) {
  const form = useAuthForm(({ url }) => window.location.assign(url));
  return (
    <form method="post" action="/api/auth/callback/credentials" onSubmit={form.onSubmit}>
      <AuthFormFields csrfToken={csrfToken} callbackUrl={callbackUrl} />
      <Stack gap="sm">
        {form.message ? <Alert color="red">{form.message}</Alert> : null}
        <TextInput label="E-mail" name="email" type="email" autoComplete="username" required withAsterisk={false} />
        <PasswordInput label="Password" name="password" autoComplete="current-password" required withAsterisk={false} />
        <Button type="submit" loading={form.isSending}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
