import { Button, Group, SegmentedControl, Stack, Text, useMantineColorScheme } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useLocation } from "@remix-run/react";
import { useLocale, useTranslations } from "use-intl/react";
import { LOCALES, languageName, pathInLocale } from "~/i18n/locale";
import { rememberLocale } from "~/i18n/suggested-locale";
import { SettingsSection } from "./settings-section";

const SCHEMES = ["light", "dark", "auto"] as const;

/** Colour scheme, stored in the browser, and language, which is part of the URL. Neither is stored in the account. */
export function AppearanceSettings() {
  const t = useTranslations("account");
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // The server does not know the colour scheme, so it is shown after mounting.
  const shownScheme = useMounted() ? colorScheme : "auto";
  return (
    <SettingsSection id="appearance" title={t("appearance.title")} description={t("appearance.description")}>
      <Stack gap="md">
        <div>
          <Text size="sm" fw={500} mb={4} id="appearance-theme">
            {t("appearance.theme")}
          </Text>
          <SegmentedControl
            aria-labelledby="appearance-theme"
            fullWidth
            value={shownScheme}
            onChange={(value) => setColorScheme(SCHEMES.find((scheme) => scheme === value) ?? "auto")}
            data={SCHEMES.map((scheme) => ({ value: scheme, label: t(`appearance.scheme.${scheme}`) }))}
          />
        </div>
        <LanguageLinks label={t("appearance.language")} />
      </Stack>
    </SettingsSection>
  );
}

/** Links to this page in every language. Plain anchors, because the texts are loaded with the document. */
function LanguageLinks({ label }: { label: string }) {
  const current = useLocale();
  const { pathname } = useLocation();
  return (
    <nav aria-label={label}>
      <Text size="sm" fw={500} mb={4} aria-hidden>
        {label}
      </Text>
      <Group gap="xs">
        {LOCALES.map((locale) => (
          <Button
            key={locale}
            component="a"
            href={pathInLocale(pathname, locale)}
            lang={locale}
            hrefLang={locale}
            onClick={() => rememberLocale(locale)}
            variant={locale === current ? "light" : "default"}
            aria-current={locale === current ? "true" : undefined}
          >
            {languageName(locale)}
          </Button>
        ))}
      </Group>
    </nav>
  );
}
