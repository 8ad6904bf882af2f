import { Button, Group } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { ColorSchemeToggle } from "./color-scheme-toggle";
import { HomeLink } from "./home-link";
import { OtherLanguageLinks } from "./other-language-links";

/** The ways in. */
export function SignedOutHeader() {
  const t = useTranslations("shell");
  const path = useLocalePath();
  return (
    <Group h="100%" gap="xs" wrap="nowrap">
      <HomeLink />
      <Group gap="xs" wrap="nowrap" ml="auto">
        <Button
          component={Link}
          to={path("/pricing")}
          variant="subtle"
          color="gray"
          size="compact-sm"
          h={34}
          px={10}
          visibleFrom="xs"
        >
          {t("pricing")}
        </Button>
        <Button component={Link} to={path("/sign-in")} variant="subtle" color="gray" size="compact-sm" h={34} px={10}>
          {t("signIn")}
        </Button>
        <Button component={Link} to={path("/sign-up")} size="compact-sm" h={34} px={10}>
          {t("signUp")}
        </Button>
        <OtherLanguageLinks />
        <ColorSchemeToggle />
      </Group>
    </Group>
  );
}
