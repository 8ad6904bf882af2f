import { Anchor, Burger, Button, Group, Text, VisuallyHidden } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconCoins from "@tabler/icons-react/dist/esm/icons/IconCoins.mjs";
import { useLocalePath } from "~/i18n/use-locale-path";
import { AccountMenu } from "./account-menu";
import { useBalance } from "./balance";
import { ColorSchemeToggle } from "./color-scheme-toggle";
import { CreditAmount } from "./credit-amount";
import type { Viewer } from "./viewer";

interface HeaderProps {
  viewer: Viewer | null;
  isMenuOpen: boolean;
  onMenuToggle: () => void;
}

export function AppHeader({ viewer, isMenuOpen, onMenuToggle }: HeaderProps) {
  const path = useLocalePath();
  return (
    <Group h="100%" gap="xs" wrap="nowrap">
      {viewer ? (
        <Burger
          opened={isMenuOpen}
          onClick={onMenuToggle}
          hiddenFrom="sm"
          size="sm"
          aria-label="Menu"
          aria-expanded={isMenuOpen}
        />
      ) : null}
      <Anchor component={Link} to={path("/")} underline="never" c="inherit">
        <Text span fw={700} size="lg">
          Genmint
        </Text>
      </Anchor>
      <Group gap="xs" wrap="nowrap" ml="auto">
        {viewer ? <SignedIn viewer={viewer} /> : <SignedOut />}
      </Group>
    </Group>
  );
}

function SignedIn({ viewer }: { viewer: Viewer }) {
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
        <VisuallyHidden>Balance: </VisuallyHidden>
        <CreditAmount credits={credits ?? viewer.credits} />
        <Text span inherit visibleFrom="xs" style={{ whiteSpace: "pre" }}>
          {" credits"}
        </Text>
      </Button>
      <ColorSchemeToggle />
      <AccountMenu viewer={viewer} />
    </>
  );
}

function SignedOut() {
  const path = useLocalePath();
  return (
    <>
      <Button component={Link} to={path("/#pricing")} variant="subtle" color="gray" size="compact-md" visibleFrom="xs">
        Pricing
      </Button>
      <Button component={Link} to={path("/sign-in")} variant="subtle" color="gray" size="compact-md">
        Sign in
      </Button>
      <Button component={Link} to={path("/sign-up")} size="compact-md">
        Sign up
      </Button>
      <ColorSchemeToggle />
    </>
  );
}
