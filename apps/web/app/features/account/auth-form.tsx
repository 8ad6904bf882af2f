import {
  Alert,
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
import { Link, useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { readPurchaseIntent } from "../credits/purchase-intent";
import { describeOffer, useCatalogueItemName } from "../pricing/describe-offer";

const CARD_WIDTH = 420;

interface AuthCardProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
  footer: ReactNode;
}

/** The narrow centred card of the sign-in, sign-up and password pages. */
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

/** Says which checkout follows, to someone who chose an offer before signing in. */
export function PurchaseIntentNote({ callbackUrl }: { callbackUrl: string }) {
  const t = useTranslations("auth");
  const name = useCatalogueItemName();
  const locale = useLocale();
  const [, query = ""] = callbackUrl.split(/[?#]/, 2);
  const item = readPurchaseIntent(new URLSearchParams(query));
  if (!item) return null;
  const { price, period } = describeOffer(item, locale);
  return (
    <Alert variant="light" role="note" p="sm">
      {t("nextCheckout", { name: name(item.key), price: `${price} ${period}` })}
    </Alert>
  );
}

/** Hidden fields of every Auth.js form: the CSRF token and the path to go to after signing in. */
export interface AuthFormData {
  csrfToken: string;
  callbackUrl: string;
}

/**
 * Makes a form lead to the section of the page that was requested, such as that of a link in a mail. Browsers keep the section in the address
 * when they are redirected here, and do not send it to the server.
 */
export function useRequestedSection(form: AuthFormData): AuthFormData {
  const [section, setSection] = useState("");
  useEffect(() => setSection(window.location.hash), []);
  const { callbackUrl } = form;
  return callbackUrl.includes("#") ? form : { ...form, callbackUrl: `${callbackUrl}${section}` };
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
  to: "/sign-in" | "/sign-up" | "/forgot-password" | "/terms" | "/privacy";
  /** Path to go to after signing in. Passed on as a query parameter. */
  callbackUrl?: string | null;
  /** What was typed already. Not in the address, which ends up in logs. */
  email?: string;
  children: ReactNode;
}

export function AuthLink({ to, callbackUrl, email, children }: AuthLinkProps) {
  const path = useLocalePath();
  const query = callbackUrl === undefined || callbackUrl === null ? "" : `?${new URLSearchParams({ callbackUrl })}`;
  return (
    <Anchor component={Link} to={path(`${to}${query}`)} state={{ email }} inherit>
      {children}
    </Anchor>
  );
}

/** The address that was typed on the page whose `AuthLink` led here. */
export function useTypedEmail(): string {
  const { state }: { state: { email?: string } | null } = useLocation();
  return state?.email ?? "";
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

/** A password field. Its visibility toggle can be reached with the keyboard. */
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
      aria-invalid={Boolean(props.error)}
      {...props}
    />
  );
}
