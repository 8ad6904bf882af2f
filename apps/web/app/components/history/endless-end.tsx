import { useIntersection } from "@mantine/hooks";
import { type ComponentProps, useEffect } from "react";
import { LoadMore } from "../page/load-more";

/** Fetched before the end is in sight. */
const PREFETCH_DISTANCE_PX = 600;

/** The end of a list that grows by itself as one reaches it. After a failure it waits to be asked; without scripts it is a link. */
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
