import { Button, Group, Stack } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { FailureNotice } from "../failure/failure-notice";
import { failureFromError } from "../failure/read-failure";

interface LoadMoreProps {
  nextCursor: string | null;
  isLoading: boolean;
  error: unknown;
  loadMore: () => void;
}

/** Appends the next page. It is a link as well, so that a long list can be read without scripts. */
export function LoadMore({ nextCursor, isLoading, error, loadMore }: LoadMoreProps) {
  const t = useTranslations("page");
  const [params] = useSearchParams();
  if (nextCursor === null) return null;
  const next = new URLSearchParams(params);
  next.set("cursor", nextCursor);
  return (
    <Stack mt="md" gap="sm">
      {error ? <FailureNotice failure={failureFromError(error)} /> : null}
      <Group justify="center">
        <Button
          component="a"
          href={`?${next}`}
          variant="default"
          loading={isLoading}
          onClick={(event) => {
            event.preventDefault();
            loadMore();
          }}
        >
          {t("loadMore")}
        </Button>
      </Group>
    </Stack>
  );
}
