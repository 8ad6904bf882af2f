import { Button, Group, Stack } from "@mantine/core";
import { useIntersection } from "@mantine/hooks";
import { useLocation, useSearchParams } from "@remix-run/react";
import { useMutation } from "@tanstack/react-query";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { FailureNotice } from "./failure-notice";
import { failureFromError } from "./read-failure";

/** A page of a list in the API's format. */
export interface ListPage<Item> {
  items: Item[];
  nextCursor: string | null;
}

interface LoadedList<Item> {
  first: ListPage<Item>;
  search: string;
  pages: ListPage<Item>[];
}

/**
 * A list whose first page is loaded with the document; `loadMore` appends further pages. Another first page resets the list, unless the same
 * list was read again and its first page ends where it did: then the further pages are read again, too.
 */
export function useInfiniteList<Item>(first: ListPage<Item>, load: (cursor: string) => Promise<ListPage<Item>>) {
  const { search } = useLocation();
  const [more, setMore] = useState<LoadedList<Item>>({ first, search, pages: [] });
  const isSameList = more.first === first || (more.search === search && more.first.nextCursor === first.nextCursor);
  const pages = isSameList ? more.pages : [];
  const loading = useMutation({
    mutationFn: ({ cursor, count }: PagesToLoad<Item>) => loadPages(load, cursor, count),
    // Added to the list that they continue, which may not be the one that is shown by now.
    onSuccess: (loaded, { list }) => setMore({ ...list, pages: [...list.pages, ...loaded] }),
  });
  const { isPending, mutate } = loading;
  const readAgain = useRef(first);
  useEffect(() => {
    if (isPending || readAgain.current === first) return;
    readAgain.current = first;
    if (more.first !== first && pages.length > 0 && first.nextCursor !== null)
      mutate({ cursor: first.nextCursor, count: pages.length, list: { first, search, pages: [] } });
  }, [first, more, pages.length, isPending, mutate, search]);
  const { nextCursor } = pages.at(-1) ?? first;
  return {
    items: [first, ...pages].flatMap((page) => page.items),
    nextCursor,
    isLoading: loading.isPending,
    error: loading.error,
    loadMore: () => {
      if (nextCursor !== null && !loading.isPending)
        loading.mutate({ cursor: nextCursor, count: 1, list: { first, search, pages } });
    },
  };
}

interface PagesToLoad<Item> {
  cursor: string;
  count: number;
  /** The pages before. */
  list: LoadedList<Item>;
}

async function loadPages<Item>(
  load: (cursor: string) => Promise<ListPage<Item>>,
  cursor: string,
  count: number,
): Promise<ListPage<Item>[]> {
  const pages: ListPage<Item>[] = [];
  for (let next: string | null = cursor; next !== null && pages.length < count; ) {
    const page: ListPage<Item> = await load(next);
    pages.push(page);
    next = page.nextCursor;
  }
  return pages;
}

interface LoadMoreProps {
  nextCursor: string | null;
  isLoading: boolean;
  error: unknown;
  loadMore: () => void;
}

/** A button that appends the next page. Without JavaScript it is a link to the next page. */
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

/** The next page is loaded this far ahead of the end of the list. */
const PREFETCH_DISTANCE_PX = 600;

/** Loads the next page when the end of the list is near. After a failure, or without JavaScript, the user clicks the button. */
export function InfiniteScrollEnd(pages: ComponentProps<typeof LoadMore>) {
  const { ref, entry } = useIntersection({ rootMargin: `${PREFETCH_DISTANCE_PX}px` });
  const isNear = entry?.isIntersecting ?? false;
  const { nextCursor, isLoading, error, loadMore } = pages;
  useEffect(() => {
    if (isNear && nextCursor !== null && !isLoading && !error) loadMore();
  });
  return (
    <div ref={ref}>
      <LoadMore {...pages} />
    </div>
  );
}
