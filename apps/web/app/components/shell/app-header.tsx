import { Anchor, Burger, Button, Group, Text, VisuallyHidden } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconCoins from "@tabler/icons-react/dist/esm/icons/IconCoins.mjs";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { AccountMenu } from "./account-menu";
import { useBalance } from "./balance";
import { ColorSchemeToggle } from "./color-scheme-toggle";
import { CreditAmount } from "./credit-amount";
import { LanguageMenu } from "./language-menu";
import type { Viewer } from "./viewer";

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
      <Anchor component={Link} to={path("/")} underline="never" c="inherit">
        <Text span fw={700} size="lg">
          {t("name")}
        </Text>
      </Anchor>
      <Group gap="xs" wrap="nowrap" ml="auto">
        {viewer ? <SignedIn viewer={viewer} /> : <SignedOut />}
      </Group>
    </Group>
  );
}

function SignedIn({ viewer }: { viewer: Viewer }) {
  const t = useTranslations("shell");
  const path = useLocalePath();
  const { credits } = useBalance();
  return (
    <>
      <Button
        component={Link}
        to={path("/billing")}
        variant="light"
        size="compact-md"
        leftSection={<IconCoins size={16} aria-hidden />}
      >
        <VisuallyHidden>{t("balance")} </VisuallyHidden>
        <CreditAmount credits={credits ?? viewer.credits} />
        <Text span inherit visibleFrom="xs" style={{ whiteSpace: "pre" }}>
          {` ${t("creditsUnit")}`}
        </Text>
      </Button>
      <LanguageMenu />
      <ColorSchemeToggle />
      <AccountMenu viewer={viewer} />
    </>
  );
}

function SignedOut() {
  const t = useTranslations("shell");
  const path = useLocalePath();
  return (
    <>
      <Button component={Link} to={path("/#pricing")} variant="subtle" color="gray" size="compact-md" visibleFrom="xs">
        {t("pricing")}
      </Button>
      <Button component={Link} to={path("/sign-in")} variant="subtle" color="gray" size="compact-md">
        {t("signIn")}
      </Button>
      <Button component={Link} to={path("/sign-up")} size="compact-md">
        {t("signUp")}
      </Button>
      <LanguageMenu />
      <ColorSchemeToggle />
    </>
  );
}
