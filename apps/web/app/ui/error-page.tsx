import { Anchor, Container, Stack, Text, Title } from "@mantine/core";
import { isRouteErrorResponse, Link, useRouteError } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";

/** An error outside the app frame, when the user could not be loaded. */
export function ErrorPage() {
  return (
    <Container size="xs" component="main">
      <ErrorMessage />
    </Container>
  );
}

const NOT_FOUND = 404;

/** Shown in place of a page that failed or does not exist. */
export function ErrorMessage() {
  const t = useTranslations("errorPage");
  const path = useLocalePath();
  const error = useRouteError();
  const isNotFound = isRouteErrorResponse(error) && error.status === NOT_FOUND;
  return (
    <Stack maw={480} mx="auto" py={64} gap="sm">
      <Title order={1}>{t(isNotFound ? "notFound" : "failed")}</Title>
      <Text c="dimmed">{t(isNotFound ? "notFoundText" : "failedText")}</Text>
      <Anchor component={Link} to={path("/")}>
        {t("toStart")}
      </Anchor>
    </Stack>
  );
}
