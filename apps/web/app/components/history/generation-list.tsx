import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { Link, useLocation } from "@remix-run/react";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { useTRPCClient } from "~/trpc/client";
import { EmptyState } from "../page/empty-state";
import { useNextParams } from "../page/use-next-params";
import { type ListPage, useInfiniteList } from "../page/use-pages";
import { InfiniteScrollEnd } from "./endless-end";
import type { Generation, GenerationDetail } from "./generation";
import { GenerationDrawer } from "./generation-drawer";
import { GenerationGrid } from "./generation-grid";
import classes from "./generation-list.module.css";
import { GenerationRows } from "./generation-rows";
import { historyAddress, isSameList } from "./history-address";
import { type HistoryFields, historyFilterOf, isNarrowed } from "./history-filter";
import { HistoryFilterForm } from "./history-filter-form";
import { HistorySkeleton } from "./history-skeleton";
import { ViewLinks, viewOf } from "./view-links";

interface GenerationListProps {
  first: ListPage<Generation>;
  fields: HistoryFields;
  /** The one the address opens, when the page came with it. */
  opened: GenerationDetail | null;
}

/** Images and videos, filtered, laid out and opened by the page's address. */
export function GenerationList({ first, fields, opened }: GenerationListProps) {
  const t = useTranslations("history");
  const api = useTRPCClient();
  const pages = useInfiniteList(first, (cursor) => api.history.list.query({ ...historyFilterOf(fields), cursor }));
  const [deletedIds, setDeletedIds] = useState<readonly string[]>([]);
  const items = pages.items.filter(({ id }) => !deletedIds.includes(id));
  const { params, isChanging } = useHistoryParams();
  const view = viewOf(params);
  const listRef = useRef<HTMLDivElement>(null);
  const addressFor = ({ id }: { id: string }) => historyAddress(params, { id });
  return (
    <Stack gap="md">
      <HistoryFilterForm fields={fields} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {isChanging ? t("loading") : t("shown", { count: items.length })}
        </Text>
        <ViewLinks current={view} />
      </Group>
      {isChanging ? (
        <HistorySkeleton view={view} />
      ) : (
        <Box ref={listRef} tabIndex={-1} className={classes["list"] ?? ""}>
          {items.length === 0 && pages.nextCursor === null ? <EmptyHistory fields={fields} /> : null}
          {view === "list" && items.length > 0 ? (
            <GenerationRows generations={items} addressFor={addressFor} />
          ) : (
            <GenerationGrid generations={items} addressFor={addressFor} />
          )}
          <InfiniteScrollEnd {...pages} />
        </Box>
      )}
      <GenerationDrawer
        id={params.get("id")}
        loaded={opened}
        listed={items}
        onDeleted={(id) => {
          setDeletedIds([...deletedIds, id]);
          // What was opened from is gone, so the focus goes to the list.
          listRef.current?.focus();
        }}
      />
    </Stack>
  );
}

/** The address one is on the way to, so that what needs no answer of the server happens at once. */
function useHistoryParams() {
  const params = useNextParams();
  const here = useLocation();
  return { params, isChanging: !isSameList(params.toString(), here.search) };
}

function EmptyHistory({ fields }: { fields: HistoryFields }) {
  const t = useTranslations("history");
  const path = useLocalePath();
  if (isNarrowed(fields)) return <EmptyState>{t("emptyFiltered")}</EmptyState>;
  const isVideo = fields.type === "video";
  const make = (
    <Button component={Link} to={path(isVideo ? "/video" : "/image")} variant="light">
      {isVideo ? t("makeVideo") : t("makeImage")}
    </Button>
  );
  const texts = { "": t("empty"), image: t("emptyImages"), video: t("emptyVideos") };
  return <EmptyState action={make}>{texts[fields.type]}</EmptyState>;
}
