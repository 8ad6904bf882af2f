import { Box, Burger, Group } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { BalanceChip } from "../credits/balance-chip";
import { SearchButton } from "../palette/search-button";
import { AccountMenu } from "./account-menu";
import { useBalance } from "./balance";
import { ColorSchemeToggle } from "./color-scheme-toggle";
import { HomeLink } from "./home-link";
import { LanguageMenu } from "./language-menu";
import type { Viewer } from "./viewer";

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
      <HomeLink />
      <Group gap="xs" wrap="nowrap" ml="auto">
        <SearchButton />
        <BalanceChip credits={credits ?? viewer.credits} />
        {/* A phone has these in the account menu. */}
        <Box visibleFrom="sm">
          <Group gap={4} wrap="nowrap">
            <LanguageMenu />
            <ColorSchemeToggle />
          </Group>
        </Box>
        <AccountMenu viewer={viewer} />
      </Group>
    </Group>
  );
}
