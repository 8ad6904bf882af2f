import {
  Avatar,
  Menu,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { Link, useLocation } from "@remix-run/react";
import IconCreditCard from "@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs";
import IconKeyboard from "@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs";
import IconLanguage from "@tabler/icons-react/dist/esm/icons/IconLanguage.mjs";
import IconLogout from "@tabler/icons-react/dist/esm/icons/IconLogout.mjs";
import IconMoon from "@tabler/icons-react/dist/esm/icons/IconMoon.mjs";
import IconSettings from "@tabler/icons-react/dist/esm/icons/IconSettings.mjs";
import IconSun from "@tabler/icons-react/dist/esm/icons/IconSun.mjs";
import { useLocale, useTranslations } from "use-intl/react";
import { submitSignOut } from "~/features/account/submit-sign-out";
import { usePalette } from "~/features/palette/palette-context";
import { LOCALES, languageName, pathInLocale } from "~/i18n/locale";
import { useLocalePath } from "~/i18n/page-language";
import classes from "./shell.module.css";
import type { Viewer } from "./viewer";

const ICON = { size: 16, stroke: 1.6, "aria-hidden": true } as const;

export function AccountMenu({ viewer }: { viewer: Viewer }) {
  const t = useTranslations("shell");
  const path = useLocalePath();
  const palette = usePalette();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes["chip"] ?? ""}>
          <VisuallyHidden>{t("account")} </VisuallyHidden>
          <Avatar color="mint" size={34} radius="xl">
            {initialsOf(viewer)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
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

/** Signs out and goes to the start page. Shows a notification on failure. */
export function useSignOut(): () => void {
  const t = useTranslations("shell");
  const path = useLocalePath();
  const notifyFailure = () =>
    notifications.show({ color: "red", title: t("stillSignedIn"), message: t("signOutFailed") });
  return () => void submitSignOut(path("/")).catch(notifyFailure);
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
          leftSection={<IconLanguage size={16} stroke={1.6} aria-hidden />}
        >
          {languageName(locale)}
        </Menu.Item>
      ))}
    </>
  );
}

const INITIALS_MAX = 2;

/** The avatar's text: the first letters of the name's first and last word, or of the email address. */
export function initialsOf(user: { name: string | null; email: string }): string {
  const words = (user.name ?? "").split(/\s+/u).filter((word) => word !== "");
  const initialWords = words.length > 0 ? [words[0], words.length > 1 ? words.at(-1) : undefined] : [user.email];
  return initialWords
    .map((word) => Array.from(word ?? "")[0] ?? "")
    .slice(0, INITIALS_MAX)
    .join("")
    .toUpperCase();
}
