import { AppShell, Button, Group } from "@mantine/core";
import { Link, useLocation, useSearchParams } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { LOCALES, languageName, pathInLocale } from "~/i18n/locale";
import { useLocalePath } from "~/i18n/page-language";
import { rememberLocale } from "~/i18n/suggested-locale";
import { ColorSchemeToggle, HomeLink } from "./header-items";
import { HEADER_HEIGHT, MainLandmark, SkipLink } from "./main-landmark";
import { NavigationProgress } from "./navigation-progress";

export function SignedOutFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <NavigationProgress />
      <AppShell header={{ height: HEADER_HEIGHT }} padding="md">
        <AppShell.Header px="md">
          <SignedOutHeader />
        </AppShell.Header>
        <MainLandmark>{children}</MainLandmark>
      </AppShell>
    </>
  );
}

function SignedOutHeader() {
  const t = useTranslations("shell");
  const path = useLocalePath();
  const [params] = useSearchParams();
  const callbackUrl = params.get("callbackUrl");
  // Of a purchase that began before signing in, for example.
  const query = callbackUrl === null ? "" : `?${new URLSearchParams({ callbackUrl })}`;
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
        <Button
          component={Link}
          to={path(`/sign-in${query}`)}
          variant="subtle"
          color="gray"
          size="compact-sm"
          h={34}
          px={10}
        >
          {t("signIn")}
        </Button>
        <Button component={Link} to={path(`/sign-up${query}`)} size="compact-sm" h={34} px={10}>
          {t("signUp")}
        </Button>
        <OtherLanguageLinks />
        <ColorSchemeToggle />
      </Group>
    </Group>
  );
}

/** Links to the page in the other languages. They work without JavaScript. */
function OtherLanguageLinks() {
  const current = useLocale();
  const { pathname, search } = useLocation();
  return LOCALES.filter((locale) => locale !== current).map((locale) => (
    <Button
      key={locale}
      component="a"
      href={`${pathInLocale(pathname, locale)}${search}`}
      lang={locale}
      hrefLang={locale}
      onClick={(event: MouseEvent<HTMLAnchorElement>) => {
        rememberLocale(locale);
        // The server does not know the section of the page, such as the one that signing in leads to.
        event.currentTarget.hash = window.location.hash;
      }}
      variant="subtle"
      color="gray"
      size="compact-md"
    >
      {languageName(locale)}
    </Button>
  ));
}
