import { ActionIcon, Box, Text, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconMoon from "@tabler/icons-react/dist/esm/icons/IconMoon.mjs";
import IconSun from "@tabler/icons-react/dist/esm/icons/IconSun.mjs";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import classes from "./shell.module.css";

/** The logo, with the product's name on larger screens. */
export function HomeLink() {
  const t = useTranslations("shell");
  const path = useLocalePath();
  return (
    <Link to={path("/")} className={classes["brand"]} aria-label={t("name")}>
      <Logo />
      <Text span fw={700} size="lg" visibleFrom="sm">
        {t("name")}
      </Text>
    </Link>
  );
}

/** The logo, a mint leaf. Decorative: its link has the accessible name. */
function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill="var(--mantine-color-mint-7)" />
      <path d="M8.5 23.5C6.6 14 12.6 7.6 24.6 7.4 25 18.6 18 25.2 8.5 23.5Z" fill="var(--mantine-color-white)" />
      <path d="M7.4 25.2 17.6 14.6" stroke="var(--mantine-color-mint-7)" strokeWidth="2.2" strokeLinecap="round" />
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
