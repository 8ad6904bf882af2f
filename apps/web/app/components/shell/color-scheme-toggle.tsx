import { ActionIcon, Box, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import IconMoon from "@tabler/icons-react/dist/esm/icons/IconMoon.mjs";
import IconSun from "@tabler/icons-react/dist/esm/icons/IconSun.mjs";
import { useTranslations } from "use-intl/react";

/** Switches between light and dark. Which icon shows is CSS's to decide: the server does not know the reader's scheme. */
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
