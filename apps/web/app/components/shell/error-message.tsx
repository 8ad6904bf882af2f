import { Anchor, Stack, Text, Title } from "@mantine/core";
import { isRouteErrorResponse, Link, useRouteError } from "@remix-run/react";
import { useLocalePath } from "~/i18n/use-locale-path";

const NOT_FOUND = 404;

/** What is said instead of a page that failed or is not there. */
export function ErrorMessage() {
  const path = useLocalePath();
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === NOT_FOUND;
  return (
    <Stack maw={480} mx="auto" py={64} gap="sm">
      <Title order={1}>{isMissing ? "Page not found" : "Something went wrong"}</Title>
      <Text c="dimmed">
        {isMissing
          ? "There is nothing at this address."
          : "The page could not be shown. Nothing was charged for opening it; try again in a moment."}
      </Text>
      <Anchor component={Link} to={path("/")}>
        Go to the start page
      </Anchor>
    </Stack>
  );
}
