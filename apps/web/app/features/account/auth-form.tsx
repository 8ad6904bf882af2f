import {
  Anchor,
  Card,
  PasswordInput,
  type PasswordInputProps,
  Stack,
  Text,
  TextInput,
  type TextInputProps,
  Title,
} from "@mantine/core";
import { Link } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";

const CARD_WIDTH = 420;

interface AuthCardProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
  footer: ReactNode;
}

/** The narrow card that signing in and everything around it happen in. */
export function AuthCard({ title, description, children, footer }: AuthCardProps) {
  return (
    <Stack maw={CARD_WIDTH} mx="auto" py={{ base: "md", sm: 64 }} gap="lg">
      <Stack gap={6} ta="center">
        <Title order={1} size="h2">
          {title}
        </Title>
        {description ? <Text c="dimmed">{description}</Text> : null}
      </Stack>
      <Card padding="xl" shadow="sm">
        <Stack gap="lg">{children}</Stack>
      </Card>
      <Text ta="center" size="sm" c="dimmed" component="div">
        {footer}
      </Text>
    </Stack>
  );
}

/** What every form of Auth.js carries unseen: its token, and where to go once signed in. */
export interface AuthFormData {
  csrfToken: string;
  callbackUrl: string;
}

export function AuthFormFields({ csrfToken, callbackUrl }: AuthFormData) {
  return (
    <>
      <input type="hidden" name="csrfToken" value={csrfToken} />
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
    </>
  );
}

interface AuthLinkProps {
  to: "/sign-in" | "/sign-up" | "/forgot-password";
  /** Where to go in the end: kept on the way from one form to the other. */
  callbackUrl?: string;
  children: ReactNode;
}

/** A link between the pages of signing in and up. */
export function AuthLink({ to, callbackUrl, children }: AuthLinkProps) {
  const path = useLocalePath();
  const query = callbackUrl === undefined ? "" : `?${new URLSearchParams({ callbackUrl })}`;
  return (
    <Anchor component={Link} to={path(`${to}${query}`)} inherit>
      {children}
    </Anchor>
  );
}

export function EmailField(props: TextInputProps) {
  const t = useTranslations("auth");
  return (
    <TextInput
      label={t("email")}
      name="email"
      type="email"
      autoComplete="username"
      required
      withAsterisk={false}
      {...props}
    />
  );
}

type PasswordFieldProps = Omit<PasswordInputProps, "visible" | "visibilityToggleButtonProps">;

/** A password, hidden until one asks to see it, by keyboard as well. */
export function PasswordField(props: PasswordFieldProps) {
  const t = useTranslations("auth");
  const [isShown, setIsShown] = useState(false);
  return (
    <PasswordInput
      name="password"
      required
      withAsterisk={false}
      visible={isShown}
      onVisibilityChange={setIsShown}
      visibilityToggleButtonProps={{ "aria-label": t("showCharacters"), tabIndex: 0 }}
      {...props}
    />
  );
}
