import { ActionIcon, Box, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconMoon from "@tabler/icons-react/dist/esm/icons/IconMoon.mjs";
import IconSun from "@tabler/icons-react/dist/esm/icons/IconSun.mjs";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import classes from "./shell.module.css";

/** The logo, with the product's name where there is room. */
export function HomeLink({ to = "/", isNameHidden = false }: { to?: "/" | "/dashboard"; isNameHidden?: boolean }) {
  const t = useTranslations("shell");
  const path = useLocalePath();
  return (
    <Link to={path(to)} className={classes["brand"]} aria-label={t("name")}>
      <Logo />
      {isNameHidden ? null : <span className={classes["name"]}>{t("name")}</span>}
    </Link>
  );
}

/** The logo: a mint leaf with a coral spark. Decorative: its link has the accessible name. */
function Logo({ size = 30 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      focusable="false"
      className={classes["logo"]}
    >
      <rect width="32" height="32" rx="10" fill="#067a55" />
      <path d="M7.5 24.5C5.7 15.3 11.3 9.3 22.6 9.1 23 19.8 16.6 26.1 7.5 24.5Z" fill="#fff" />
      <path d="M6.6 26 15.8 16.4" stroke="#067a55" strokeWidth="2.1" strokeLinecap="round" />
      <path d="M24.6 3.6 25.7 6.7 28.8 7.8 25.7 8.9 24.6 12 23.5 8.9 20.4 7.8 23.5 6.7Z" fill="#ff9c7c" />
    </svg>
  );
}

/** Switches between light and dark. CSS chooses the icon, because the server does not know the user's color scheme. */
export function ColorSchemeToggle() {
  const t = useTranslations("shell");
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t("switchScheme")}
      onClick={() => setColorScheme(scheme === "dark" ? "light" : "dark")}
    >
      <Box component="span" lightHidden lh={0}>
        <IconSun size={20} stroke={1.6} aria-hidden />
      </Box>
      <Box component="span" darkHidden lh={0}>
        <IconMoon size={20} stroke={1.6} aria-hidden />
      </Box>
    </ActionIcon>
  );
}
