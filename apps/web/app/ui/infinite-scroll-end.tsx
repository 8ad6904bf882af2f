import { useIntersection } from "@mantine/hooks";
import { type ComponentProps, useEffect } from "react";
import { LoadMore } from "./load-more";

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
