import { Button, Group, Stack } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { FailureNotice } from "./failure-notice";
import { failureFromError } from "./read-failure";

/** A page of a list in the API's format. */
export interface ListPage<Item> {
  items: Item[];
  nextCursor: string | null;
}

interface LoadedList<Item> {
  name: string;
  first: ListPage<Item>;
  pages: ListPage<Item>[];
}

/**
 * A list whose first page is loaded with the document; `loadMore` appends further pages. When the same list was read again, its further pages
 * are read again, too, unless it has all their items by now. Where its first page ends elsewhere, because rows came or went, the list stays as
 * it was until they are.
 * @param name names the list: another one begins with its first page
 */
export function useInfiniteList<Item>(
  first: ListPage<Item>,
  load: (cursor: string) => Promise<ListPage<Item>>,
  name = "",
) {
  const [more, setMore] = useState<LoadedList<Item>>({ name, first, pages: [] });
  // Its next page may be empty by now: that is the list's end.
  const hasMore = more.first === first || first.items.length < itemsOf(more).length;
  const isSameList = more.name === name && more.pages.length > 0 && hasMore && first.nextCursor !== null;
  const isContinued = more.first.nextCursor === first.nextCursor;
  const shown: LoadedList<Item> = isSameList
    ? { ...more, ...(isContinued ? { first } : {}) }
    : { name, first, pages: [] };
  const { pages } = shown;
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
      mutate({ cursor: first.nextCursor, count: pages.length, list: { name, first, pages: [] } });
  }, [first, more, pages.length, isPending, mutate, name]);
  const { nextCursor } = pages.at(-1) ?? first;
  return {
    items: itemsOf(shown),
    nextCursor,
    isLoading: loading.isPending,
    error: loading.error,
    loadMore: () => {
      if (nextCursor !== null && !loading.isPending) loading.mutate({ cursor: nextCursor, count: 1, list: shown });
    },
  };
}

const itemsOf = <Item,>({ first, pages }: LoadedList<Item>) => [first, ...pages].flatMap((page) => page.items);

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
