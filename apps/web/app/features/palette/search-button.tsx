import { ActionIcon, Kbd, Text, UnstyledButton } from "@mantine/core";
import IconSearch from "@tabler/icons-react/dist/esm/icons/IconSearch.mjs";
import { useTranslations } from "use-intl/react";
import { useModifierKeyLabel } from "./keyboard-shortcuts";
import classes from "./palette.module.css";
import { usePalette } from "./palette-context";

/** Opens the palette. Looks like a search field, on phones like an icon. */
export function SearchButton() {
  const t = useTranslations("palette");
  const { open } = usePalette();
  const mod = useModifierKeyLabel();
  return (
    <>
      <UnstyledButton
        className={classes["search"] ?? ""}
        onClick={open}
        visibleFrom="sm"
        aria-keyshortcuts="Meta+K Control+K"
      >
        <IconSearch size={16} stroke={1.6} aria-hidden />
        <Text span size="sm">
          {t("search")}
        </Text>
        <Kbd size="xs" ml="auto" style={{ whiteSpace: "nowrap" }} aria-hidden>
          {mod} K
        </Kbd>
      </UnstyledButton>
      <ActionIcon variant="subtle" color="gray" size="lg" hiddenFrom="sm" onClick={open} aria-label={t("search")}>
        <IconSearch size={20} stroke={1.6} aria-hidden />
      </ActionIcon>
    </>
  );
}
