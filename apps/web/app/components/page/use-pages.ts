import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

/** One page of a long list, as the API answers it. */
export interface ListPage<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** A list that grows: the first page came with the document, further ones are appended. A new first page starts over. */
export function useInfiniteList<Item>(first: ListPage<Item>, load: (cursor: string) => Promise<ListPage<Item>>) {
  const [more, setMore] = useState<{ first: ListPage<Item>; pages: ListPage<Item>[] }>({ first, pages: [] });
  const pages = more.first === first ? more.pages : [];
  const loading = useMutation({ mutationFn: load, onSuccess: (page) => setMore({ first, pages: [...pages, page] }) });
  const { nextCursor } = pages.at(-1) ?? first;
  return {
    items: [first, ...pages].flatMap((page) => page.items),
    nextCursor,
    isLoading: loading.isPending,
    error: loading.error,
    loadMore: () => {
      if (nextCursor !== null && !loading.isPending) loading.mutate(nextCursor);
    },
  };
}
