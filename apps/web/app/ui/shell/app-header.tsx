import { Box, Burger, Group } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { BalanceChip } from "~/features/credits/balance-chip";
import { SearchButton } from "~/features/palette/search-button";
import { ColorSchemeToggle, HomeLink } from "./header-items";
import { AccountMenuButton, LanguageMenuButton } from "./header-menu-buttons";
import classes from "./shell.module.css";
import { useBalance, type Viewer } from "./viewer";

interface HeaderProps {
  viewer: Viewer;
  isMenuOpen: boolean;
  onMenuToggle: () => void;
}

export function AppHeader({ viewer, isMenuOpen, onMenuToggle }: HeaderProps) {
  const t = useTranslations("shell");
  const { credits } = useBalance();
  return (
    <Group h="100%" gap="xs" wrap="nowrap">
      <Burger
        opened={isMenuOpen}
        onClick={onMenuToggle}
        hiddenFrom="sm"
        size="sm"
        aria-label={t("menu")}
        aria-expanded={isMenuOpen}
      />
      <span className={classes["mobileBrand"]}>
        <HomeLink to="/dashboard" isNameHidden />
      </span>
      <Group gap="xs" wrap="nowrap" ml="auto">
        <SearchButton />
        <BalanceChip credits={credits ?? viewer.credits} />
        {/* On small screens these are in the account menu. */}
        <Box visibleFrom="sm">
          <Group gap={4} wrap="nowrap">
            <LanguageMenuButton />
            <ColorSchemeToggle />
          </Group>
        </Box>
        <AccountMenuButton viewer={viewer} />
      </Group>
    </Group>
  );
}
