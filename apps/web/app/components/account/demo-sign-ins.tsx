import { Button, SimpleGrid, Stack, Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { type AuthFormData, AuthFormFields } from "./auth-form-fields";

interface DemoAccount {
  role: "admin" | "user";
  email: string;
  password: string;
}

/** One click into the demo, by the ordinary way of signing in. */
export function DemoSignInButtons({ accounts, form }: { accounts: readonly DemoAccount[]; form: AuthFormData }) {
  const t = useTranslations("auth");
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed" ta="center">
        {t("demo.title")}
      </Text>
      <SimpleGrid cols={2} spacing="xs">
        {accounts.map(({ role, email, password }) => (
          <form key={role} method="post" action="/api/auth/callback/credentials">
            <AuthFormFields {...form} />
            <input type="hidden" name="email" value={email} />
            <input type="hidden" name="password" value={password} />
            <Button type="submit" variant="light" fullWidth>
              {t(`demo.${role}`)}
            </Button>
          </form>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
