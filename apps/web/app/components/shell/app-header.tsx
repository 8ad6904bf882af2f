import { Box, Burger, Button, Group, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { SearchButton } from "~/components/palette/search-button";
import { useLocalePath } from "~/i18n/use-locale-path";
import { BalanceChip } from "../credits/balance-chip";
import { AccountMenu } from "./account-menu";
import { useBalance } from "./balance";
import { BrandMark } from "./brand-mark";
import { ColorSchemeToggle } from "./color-scheme-toggle";
import { LanguageMenu } from "./language-menu";
import classes from "./shell.module.css";
import type { Viewer } from "./viewer";
import { VisitorMenu } from "./visitor-menu";

interface HeaderProps {
  viewer: Viewer | null;
  isMenuOpen: boolean;
  onMenuToggle: () => void;
}

export function AppHeader({ viewer, isMenuOpen, onMenuToggle }: HeaderProps) {
  const t = useTranslations("shell");
  const path = useLocalePath();
  return (
    <Group h="100%" gap="xs" wrap="nowrap">
      {viewer ? (
        <Burger
          opened={isMenuOpen}
          onClick={onMenuToggle}
          hiddenFrom="sm"
          size="sm"
          aria-label={t("menu")}
          aria-expanded={isMenuOpen}
        />
      ) : null}
      <Link to={path("/")} className={classes["brand"]} aria-label={t("name")}>
        <BrandMark />
        <Text span fw={700} size="lg" visibleFrom="sm">
          {t("name")}
        </Text>
      </Link>
      <Group gap="xs" wrap="nowrap" ml="auto">
        {viewer ? <SignedIn viewer={viewer} /> : <SignedOut />}
      </Group>
    </Group>
  );
}

function SignedIn({ viewer }: { viewer: Viewer }) {
  const { credits } = useBalance();
  return (
    <>
      <SearchButton />
      <BalanceChip credits={credits ?? viewer.credits} />
      <Display />
      <AccountMenu viewer={viewer} />
    </>
  );
}

function SignedOut() {
  const t = useTranslations("shell");
  const path = useLocalePath();
  return (
    <>
      <Button
        component={Link}
        to={path("/pricing")}
        variant="subtle"
        color="gray"
        size="compact-sm"
        h={34}
        px={10}
        visibleFrom="sm"
      >
        {t("pricing")}
      </Button>
      <Button component={Link} to={path("/sign-in")} variant="subtle" color="gray" size="compact-sm" h={34} px={10}>
        {t("signIn")}
      </Button>
      <Button component={Link} to={path("/sign-up")} size="compact-sm" h={34} px={10}>
        {t("signUp")}
      </Button>
      <Display />
      <VisitorMenu />
    </>
  );
}

/** Language and theme; a phone has them in a menu. */
function Display() {
  return (
    <Box visibleFrom="sm">
      <Group gap={4} wrap="nowrap">
        <LanguageMenu />
        <ColorSchemeToggle />
      </Group>
    </Box>
  );
}
