import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { useLocation, useNavigate } from "@remix-run/react";
import IconKeyboard from "@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs";
import IconLanguage from "@tabler/icons-react/dist/esm/icons/IconLanguage.mjs";
import IconLogout from "@tabler/icons-react/dist/esm/icons/IconLogout.mjs";
import IconMessagePlus from "@tabler/icons-react/dist/esm/icons/IconMessagePlus.mjs";
import IconPhotoPlus from "@tabler/icons-react/dist/esm/icons/IconPhotoPlus.mjs";
import IconSunMoon from "@tabler/icons-react/dist/esm/icons/IconSunMoon.mjs";
import IconVideoPlus from "@tabler/icons-react/dist/esm/icons/IconVideoPlus.mjs";
import { useLocale, useTranslations } from "use-intl/react";
import { useSignOut } from "~/components/shell/use-sign-out";
import { languageName } from "~/i18n/language-name";
import { LOCALES, pathInLocale } from "~/i18n/locale";
import { useLocalePath } from "~/i18n/use-locale-path";
import { usePalette } from "./palette-context";
import type { PaletteItem } from "./palette-item";

const GENERATOR_PAGES = [
  { name: "chat", to: "/chat", Icon: IconMessagePlus },
  { name: "image", to: "/image", Icon: IconPhotoPlus },
  { name: "video", to: "/video", Icon: IconVideoPlus },
] as const;

/** What one can do from anywhere. */
export function useActionItems(): PaletteItem[] {
  const t = useTranslations("palette");
  const path = useLocalePath();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme("light") === "dark";
  const { showKeys } = usePalette();
  const signOut = useSignOut();
  const makers = GENERATOR_PAGES.map(({ name, to, Icon }) => ({
    id: `make:${name}`,
    label: t(`make.${name}`),
    Icon,
    run: () => navigate(path(to)),
  }));
  return [
    ...makers,
    {
      id: "theme",
      label: t(isDark ? "action.light" : "action.dark"),
      keywords: t("action.themeWords"),
      Icon: IconSunMoon,
      run: () => setColorScheme(isDark ? "light" : "dark"),
    },
    ...useLanguageItems(),
    { id: "keys", label: t("keys.title"), Icon: IconKeyboard, run: showKeys },
    { id: "sign-out", label: t("action.signOut"), Icon: IconLogout, run: signOut },
  ];
}

/** The same page in the other languages, each a new document. */
function useLanguageItems(): PaletteItem[] {
  const t = useTranslations("palette");
  const current = useLocale();
  const { pathname, search, hash } = useLocation();
  return LOCALES.filter((locale) => locale !== current).map((locale) => ({
    id: `language:${locale}`,
    label: t("action.language", { language: languageName(locale) }),
    keywords: t("action.languageWords"),
    Icon: IconLanguage,
    run: () => window.location.assign(`${pathInLocale(pathname, locale)}${search}${hash}`),
  }));
}
