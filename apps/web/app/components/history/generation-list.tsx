import { Group, Stack } from "@mantine/core";
import { useTRPCClient } from "~/trpc/client";
import { EmptyState } from "../page/empty-state";
import { FilterLinks } from "../page/filter-links";
import { LoadMore } from "../page/load-more";
import { type ListPage, usePages } from "../page/use-pages";
import type { Generation } from "./generation";
import { GenerationGrid } from "./generation-grid";
import type { HistoryFilter } from "./history-filter";

const TYPES = [
  { value: "", label: "All" },
  { value: "image", label: "Images" },
  { value: "video", label: "Videos" },
];

const STATUSES = [
  { value: "", label: "All" },
  { value: "completed", label: "Done" },
  { value: "processing", label: "In progress" },
  { value: "pending", label: "Waiting" },
  { value: "failed", label: "Failed" },
];

interface GenerationListProps {
  first: ListPage<Generation>;
  filter: HistoryFilter;
}

/** Images and videos, filtered by the page's address. */
export function GenerationList({ first, filter }: GenerationListProps) {
  const api = useTRPCClient();
  const pages = usePages(first, (cursor) => api.history.list.query({ ...filter, cursor }));
  const isFiltered = Boolean(filter.type ?? filter.status);
  return (
    <Stack gap="md">
      <Group gap="lg">
        <FilterLinks label="Type" parameter="type" choices={TYPES} />
        <FilterLinks label="Status" parameter="status" choices={STATUSES} />
      </Group>
      {pages.items.length === 0 ? (
        <EmptyState>
          {isFiltered ? "Nothing matches these filters." : "You have not made an image or a video yet."}
        </EmptyState>
      ) : (
        <GenerationGrid generations={pages.items} />
      )}
      <LoadMore {...pages} />
    </Stack>
  );
}
