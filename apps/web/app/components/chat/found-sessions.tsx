import { Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { FailureNotice } from "../failure/failure-notice";
import { failureFromError } from "../failure/read-failure";
import { LoadMore } from "../page/load-more";
import { SessionDays, type SessionDaysProps } from "./session-days";

const SKELETON_WIDTHS = ["80%", "65%", "90%", "55%"];

/** The chats with a text in their title or in a message. */
export function SessionSearchResults({ search, ...days }: SessionDaysProps & { search: string }) {
  const t = useTranslations("chat");
  const trpc = useTRPC();
  const found = useInfiniteQuery(
    trpc.chat.sessions.infiniteQueryOptions({ search }, { getNextPageParam: (page) => page.nextCursor }),
  );
  if (found.isPending) return <SearchSkeleton />;
  if (!found.data) return <FailureNotice failure={failureFromError(found.error)} />;
  const sessions = found.data.pages.flatMap(({ items }) => items);
  return (
    <>
      <VisuallyHidden role="status">{t("found", { count: sessions.length })}</VisuallyHidden>
      <SessionDays {...days} sessions={sessions} whenEmpty={t("nothingFound", { search })} />
      <LoadMore
        nextCursor={found.data.pages.at(-1)?.nextCursor ?? null}
        isLoading={found.isFetchingNextPage}
        error={found.error}
        loadMore={() => void found.fetchNextPage()}
      />
    </>
  );
}

function SearchSkeleton() {
  const t = useTranslations("chat");
  return (
    <Stack gap="md" p="xs">
      <VisuallyHidden role="status">{t("searching")}</VisuallyHidden>
      {SKELETON_WIDTHS.map((width) => (
        <Skeleton key={width} height={14} width={width} radius="sm" />
      ))}
    </Stack>
  );
}
