import type { Ban } from "@app/core/account/ban";
import { Alert, Button, Divider, SimpleGrid, Stack, Text } from "@mantine/core";
import IconBan from "@tabler/icons-react/dist/esm/icons/IconBan.mjs";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import {
  AuthCard,
  type AuthFormData,
  AuthFormFields,
  AuthLink,
  PurchaseIntentNote,
  useRequestedSection,
} from "./auth-form";
import { OauthButtons, type OauthProviders } from "./oauth-buttons";
import { PasswordForm } from "./password-form";

interface SignInPageProps {
  form: AuthFormData;
  providers: OauthProviders;
  /** Auth.js error code of the previous attempt. */
  error: string | null;
  /** Set when the user who tried to sign in is banned. */
  ban: Ban | null;
  demoAccounts: Parameters<typeof DemoSignInButtons>[0]["accounts"];
}

export function SignInPage({ providers, error, ban, demoAccounts, ...props }: SignInPageProps) {
  const t = useTranslations("auth");
  const form = useRequestedSection(props.form);
  return (
    <AuthCard
      title={t("signIn")}
      description={t("signInDescription")}
      footer={
        <>
          {t("newHere")}{" "}
          <AuthLink to="/sign-up" callbackUrl={form.callbackUrl}>
            {t("createAccount")}
          </AuthLink>
        </>
      }
    >
      <PurchaseIntentNote callbackUrl={form.callbackUrl} />
      {ban ? <BanNotice ban={ban} /> : null}
      <PasswordForm form={form} error={ban ? null : error} />
      <OauthButtons providers={providers} form={form} />
      {demoAccounts.length > 0 ? (
        <>
          <Divider label={t("demo.label")} />
          <DemoSignInButtons accounts={demoAccounts} form={form} />
        </>
      ) : null}
    </AuthCard>
  );
}

interface DemoAccount {
  role: "admin" | "user";
  email: string;
  password: string;
}

/** Signs in to a demo account with one click, through the normal password sign-in. */
function DemoSignInButtons({ accounts, form }: { accounts: readonly DemoAccount[]; form: AuthFormData }) {
  const t = useTranslations("auth");
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed" ta="center">
        {t("demo.title")}
      </Text>
      <SimpleGrid spacing="xs" style={{ gridTemplateColumns: "repeat(auto-fit, minmax(8.5rem, 1fr))" }}>
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

/** Shows the reason for a ban and when it ends. */
function BanNotice({ ban }: { ban: Ban }) {
  const t = useTranslations("auth");
  const format = useFormat();
  return (
    <Alert color="red" icon={<IconBan aria-hidden />} title={t("banned")}>
      {ban.reason ? <Text size="sm">{t("banReason", { reason: ban.reason })}</Text> : null}
      <Text size="sm">{ban.expires ? t("banUntil", { date: format.dateTime(ban.expires) }) : t("banForGood")}</Text>
    </Alert>
  );
}
