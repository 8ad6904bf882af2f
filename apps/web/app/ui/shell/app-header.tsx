import { ActionIcon, Box, Burger, Group, Menu } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import IconLanguage from "@tabler/icons-react/dist/esm/icons/IconLanguage.mjs";
import { useLocale, useTranslations } from "use-intl/react";
import { BalanceChip } from "~/features/credits/balance-chip";
import { SearchButton } from "~/features/palette/search-button";
import { LOCALES, languageName, pathInLocale } from "~/i18n/locale";
import { AccountMenu } from "./account-menu";
import { ColorSchemeToggle, HomeLink } from "./header-items";
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
            <LanguageMenu />
            <ColorSchemeToggle />
          </Group>
        </Box>
        <AccountMenu viewer={viewer} />
      </Group>
    </Group>
  );
}

/** Links to the page in each language. Not client-side links: a document contains the texts of one language only. */
function LanguageMenu() {
  const t = useTranslations("shell");
  const current = useLocale();
  const { pathname, search, hash } = useLocation();
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t("language")}>
          <IconLanguage size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {LOCALES.map((locale) => (
          <Menu.Item
            key={locale}
            component="a"
            href={`${pathInLocale(pathname, locale)}${search}${hash}`}
            lang={locale}
            hrefLang={locale}
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
