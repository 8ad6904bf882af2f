import { ActionIcon, Menu } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import IconLanguage from "@tabler/icons-react/dist/esm/icons/IconLanguage.mjs";
import { useLocale, useTranslations } from "use-intl/react";
import { languageName } from "~/i18n/language-name";
import { LOCALES, pathInLocale } from "~/i18n/locale";

/** The same page in the other languages. Each is a new document: the texts of one language come with it. */
export function LanguageMenu() {
  const t = useTranslations("shell");
  const current = useLocale();
  const { pathname, search, hash } = useLocation();
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t("language")}>
          <IconLanguage size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {LOCALES.map((locale) => (
          <Menu.Item
            key={locale}
            component="a"
            href={`${pathInLocale(pathname, locale)}${search}${hash}`}
            lang={locale}
            hrefLang={locale}
            aria-current={locale === current ? "true" : undefined}
            fw={locale === current ? 600 : 400}
          >
            {languageName(locale)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
