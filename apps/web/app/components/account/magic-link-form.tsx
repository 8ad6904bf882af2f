import { Alert, Button, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { type AuthFormData, AuthFormFields } from "./auth-form-fields";
import { LinkSentNotice } from "./link-sent-notice";
import { useAuthForm } from "./use-auth-form";

/** Signing in by a link that comes by mail. */
export function MagicLinkForm({ csrfToken, callbackUrl }: AuthFormData) {
  const [isSent, setIsSent] = useState(false);
  const form = useAuthForm(() => setIsSent(true));
  if (isSent) return <LinkSentNotice />;
  return (
    <form method="post" action="/api/auth/signin/email" onSubmit={form.onSubmit}>
      <AuthFormFields csrfToken={csrfToken} callbackUrl={callbackUrl} />
      <Stack gap="sm">
        {form.message ? <Alert color="red">{form.message}</Alert> : null}
        <TextInput
          label="E-mail for a sign-in link"
          name="email"
          type="email"
          autoComplete="email"
          required
          withAsterisk={false}
        />
        <Button type="submit" variant="default" loading={form.isSending}>
          Send me a link
        </Button>
      </Stack>
    </form>
  );
}
