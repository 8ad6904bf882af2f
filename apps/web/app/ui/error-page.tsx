import { Anchor, Box, Button, Container, Group, List, Stack, Text, Title } from "@mantine/core";
import { isRouteErrorResponse, Link, useRouteError } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { usePalette } from "~/features/palette/palette-context";
import { useLocalePath } from "~/i18n/page-language";
import { HomeLink } from "./shell/header-items";

/** An error outside the app frame, when the user could not be loaded. */
export function ErrorPage() {
  return (
    <Box mih="100vh" bg="var(--app-page-background)">
      <Container size="xs" py="md">
        <HomeLink />
        <main>
          <ErrorMessage isSignedIn={false} />
        </main>
      </Container>
    </Box>
  );
}

const NOT_FOUND = 404;

export function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === NOT_FOUND;
}

/** Shown in place of a page that failed or does not exist. */
export function ErrorMessage({ isSignedIn }: { isSignedIn: boolean }) {
  const t = useTranslations("errorPage");
  const path = useLocalePath();
  const isMissing = isNotFound(useRouteError());
  return (
    <Stack maw={480} mx="auto" py={64} gap="sm">
      <Title order={1}>{t(isMissing ? "notFound" : "failed")}</Title>
      <Text c="dimmed">{t(isMissing ? "notFoundText" : "failedText")}</Text>
      {isMissing ? <Suggestions isSignedIn={isSignedIn} /> : <Reload />}
      <Anchor component={Link} to={path("/")}>
        {t("toStart")}
      </Anchor>
    </Stack>
  );
}

function Reload() {
  const t = useTranslations("errorPage");
  return (
    <Group>
      <Button onClick={() => location.reload()}>{t("reload")}</Button>
    </Group>
  );
}

const SIGNED_IN_PAGES = ["chat", "image", "video", "history", "billing"] as const;
const PUBLIC_PAGES = [
  { path: "/pricing", name: "pricing" },
  { path: "/developers", name: "developers" },
  { path: "/sign-in", name: "signIn" },
  { path: "/sign-up", name: "signUp" },
] as const;

/** Where the visitor may have wanted to go. */
function Suggestions({ isSignedIn }: { isSignedIn: boolean }) {
  const t = useTranslations("errorPage");
  const nav = useTranslations("shell.nav");
  const path = useLocalePath();
  const palette = usePalette();
  const pages = isSignedIn
    ? SIGNED_IN_PAGES.map((name) => ({ path: `/${name}`, text: nav(name) }))
    : PUBLIC_PAGES.map(({ path: address, name }) => ({ path: address, text: t(`page.${name}`) }));
  return (
    <>
      <Text>{t("suggestions")}</Text>
      <List>
        {pages.map((page) => (
          <List.Item key={page.path}>
            <Anchor component={Link} to={path(page.path)}>
              {page.text}
            </Anchor>
          </List.Item>
        ))}
      </List>
      {isSignedIn ? (
        <Group>
          <Button variant="default" onClick={palette.open}>
            {t("search")}
          </Button>
        </Group>
      ) : null}
    </>
  );
}
