import { Button, Divider, Stack } from "@mantine/core";
import IconBrandGithub from "@tabler/icons-react/dist/esm/icons/IconBrandGithub.mjs";
import IconBrandGoogle from "@tabler/icons-react/dist/esm/icons/IconBrandGoogle.mjs";
import { useTranslations } from "use-intl/react";
import { type AuthFormData, AuthFormFields } from "./auth-form";

/** Which providers are configured. */
export interface OauthProviders {
  google: boolean;
  github: boolean;
}

const PROVIDERS = [
  { id: "google", name: "Google", Icon: IconBrandGoogle },
  { id: "github", name: "GitHub", Icon: IconBrandGithub },
] as const;

/** Below a form: signs in by a provider, which also creates an account. Nothing where no provider is configured. */
export function OauthButtons({ providers, form }: { providers: OauthProviders; form: AuthFormData }) {
  const t = useTranslations("auth");
  const offered = PROVIDERS.filter(({ id }) => providers[id]);
  if (offered.length === 0) return null;
  return (
    <>
      <Divider label={t("or")} />
      <Stack gap="xs">
        {offered.map(({ id, name, Icon }) => (
          <form key={id} method="post" action={`/api/auth/signin/${id}`}>
            <AuthFormFields {...form} />
            <Button type="submit" variant="default" fullWidth leftSection={<Icon size={18} aria-hidden />}>
              {t("continueWith", { provider: name })}
            </Button>
          </form>
        ))}
      </Stack>
    </>
  );
}
