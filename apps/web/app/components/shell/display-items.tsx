import { Menu, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import IconLanguage from "@tabler/icons-react/dist/esm/icons/IconLanguage.mjs";
import IconMoon from "@tabler/icons-react/dist/esm/icons/IconMoon.mjs";
import IconSun from "@tabler/icons-react/dist/esm/icons/IconSun.mjs";
import { useLocale, useTranslations } from "use-intl/react";
import { languageName } from "~/i18n/language-name";
import { LOCALES, pathInLocale } from "~/i18n/locale";

/** Theme and languages as items of a menu, on screens whose header has no room for them. */
export function ThemeAndLanguageItems() {
  const t = useTranslations("shell");
  const current = useLocale();
  const { pathname, search, hash } = useLocation();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme("light") === "dark";
  const Icon = isDark ? IconSun : IconMoon;
  return (
    <>
      <Menu.Divider hiddenFrom="sm" />
      <Menu.Item
        hiddenFrom="sm"
        leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
        onClick={() => setColorScheme(isDark ? "light" : "dark")}
      >
        {t(isDark ? "toLight" : "toDark")}
      </Menu.Item>
      {LOCALES.filter((locale) => locale !== current).map((locale) => (
        <Menu.Item
          key={locale}
          hiddenFrom="sm"
          component="a"
          href={`${pathInLocale(pathname, locale)}${search}${hash}`}
          lang={locale}
          hrefLang={locale}
          leftSection={<IconLanguage size={16} stroke={1.6} aria-hidden />}
        >
          {languageName(locale)}
        </Menu.Item>
      ))}
    </>
  );
}
