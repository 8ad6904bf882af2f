import { Menu, Text, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { Link, useLocation } from "@remix-run/react";
import IconCreditCard from "@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs";
import IconKeyboard from "@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs";
import IconLanguage from "@tabler/icons-react/dist/esm/icons/IconLanguage.mjs";
import IconLogout from "@tabler/icons-react/dist/esm/icons/IconLogout.mjs";
import IconMoon from "@tabler/icons-react/dist/esm/icons/IconMoon.mjs";
import IconSettings from "@tabler/icons-react/dist/esm/icons/IconSettings.mjs";
import IconSun from "@tabler/icons-react/dist/esm/icons/IconSun.mjs";
import { useLocale, useTranslations } from "use-intl/react";
import { useSignOut } from "~/features/account/use-sign-out";
import { usePalette } from "~/features/palette/palette-context";
import { LOCALES, languageName, pathInLocale } from "~/i18n/locale";
import { useLocalePath } from "~/i18n/page-language";
import { rememberLocale } from "~/i18n/suggested-locale";
import type { LoadedMenuProps } from "~/ui/lazy-menu";
import type { Viewer } from "./viewer";

const ICON = { size: 16, stroke: 1.6, "aria-hidden": true } as const;

export function AccountMenu({ viewer, button, ...state }: { viewer: Viewer } & LoadedMenuProps) {
  const t = useTranslations("shell");
  const path = useLocalePath();
  const palette = usePalette();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={260} {...state}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {viewer.name ? (
            <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
              {viewer.name}
            </Text>
          ) : null}
          <Text size="xs" truncate>
            {viewer.email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to={path("/account")} leftSection={<IconSettings {...ICON} />}>
          {t("settings")}
        </Menu.Item>
        <Menu.Item component={Link} to={path("/billing")} leftSection={<IconCreditCard {...ICON} />}>
          {t("nav.billing")}
        </Menu.Item>
        <Menu.Item visibleFrom="sm" leftSection={<IconKeyboard {...ICON} />} onClick={palette.showShortcuts}>
          {t("keys")}
        </Menu.Item>
        <ThemeAndLanguageItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout {...ICON} />} onClick={signOut}>
          {t("signOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Theme and language on small screens, whose header has no room for them. */
function ThemeAndLanguageItems() {
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
          onClick={() => rememberLocale(locale)}
          leftSection={<IconLanguage size={16} stroke={1.6} aria-hidden />}
        >
          {languageName(locale)}
        </Menu.Item>
      ))}
    </>
  );
}

/** Links to the page in each language. Not client-side links: a document contains the texts of one language only. */
export function LanguageMenu({ button, ...state }: LoadedMenuProps) {
  const current = useLocale();
  const { pathname, search, hash } = useLocation();
  return (
    <Menu position="bottom-end" width={160} {...state}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {LOCALES.map((locale) => (
          <Menu.Item
            key={locale}
            component="a"
            href={`${pathInLocale(pathname, locale)}${search}${hash}`}
            lang={locale}
            hrefLang={locale}
            onClick={() => rememberLocale(locale)}
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
