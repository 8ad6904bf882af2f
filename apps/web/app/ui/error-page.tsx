import { Anchor, Container, Stack, Text, Title } from "@mantine/core";
import { isRouteErrorResponse, Link, useRouteError } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";

/** The error of a page that has no frame: nobody knows who reads it. */
export function ErrorPage() {
  return (
    <Container size="xs" component="main">
      <ErrorMessage />
    </Container>
  );
}

const NOT_FOUND = 404;

/** What is said instead of a page that failed or is not there. */
export function ErrorMessage() {
  const t = useTranslations("errorPage");
  const path = useLocalePath();
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === NOT_FOUND;
  return (
    <Stack maw={480} mx="auto" py={64} gap="sm">
      <Title order={1}>{t(isMissing ? "notFound" : "failed")}</Title>
      <Text c="dimmed">{t(isMissing ? "notFoundText" : "failedText")}</Text>
      <Anchor component={Link} to={path("/")}>
        {t("toStart")}
      </Anchor>
    </Stack>
  );
}
