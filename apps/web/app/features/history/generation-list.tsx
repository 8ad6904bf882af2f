import { ActionIcon, Box, Button, Card, Group, SimpleGrid, Skeleton, Stack, Text, VisuallyHidden } from "@mantine/core";
import { Link, useLocation } from "@remix-run/react";
import IconLayoutGrid from "@tabler/icons-react/dist/esm/icons/IconLayoutGrid.mjs";
import IconList from "@tabler/icons-react/dist/esm/icons/IconList.mjs";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { useTRPCClient } from "~/trpc/client";
import { useNextParams } from "~/ui/link-navigation";
import { InfiniteScrollEnd, type ListPage, useInfiniteList } from "~/ui/load-more";
import { EmptyState } from "~/ui/page-layout";
import type { Generation, GenerationDetail } from "./generation";
import { GenerationDrawer } from "./generation-drawer";
import { GenerationGrid } from "./generation-grid";
import classes from "./generation-list.module.css";
import { GenerationRows } from "./generation-rows";
import { type HistoryFields, historyAddress, historyFilterOf, isFiltered, isSameList } from "./history-filter";
import { HistoryFilterForm } from "./history-filter-form";

interface GenerationListProps {
  first: ListPage<Generation>;
  fields: HistoryFields;
  /** The generation that the URL opens, if there is one. */
  opened: GenerationDetail | null;
}

/** The list of images and videos. The URL holds the filter, the view and the opened generation. */
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
          // The card that opened the drawer is gone, so the list takes the focus.
          listRef.current?.focus();
        }}
      />
    </Stack>
  );
}

/** The parameters of the pending navigation, so that a change of the view or the drawer shows before the server responds. */
function useHistoryParams() {
  const params = useNextParams();
  const { search } = useLocation();
  return { params, isChanging: !isSameList(params.toString(), search) };
}

function EmptyHistory({ fields }: { fields: HistoryFields }) {
  const t = useTranslations("history");
  const path = useLocalePath();
  if (isFiltered(fields)) return <EmptyState>{t("emptyFiltered")}</EmptyState>;
  const isVideo = fields.type === "video";
  const createButton = (
    <Button component={Link} to={path(isVideo ? "/video" : "/image")} variant="light">
      {isVideo ? t("makeVideo") : t("makeImage")}
    </Button>
  );
  const texts = { "": t("empty"), image: t("emptyImages"), video: t("emptyVideos") };
  return <EmptyState action={createButton}>{texts[fields.type]}</EmptyState>;
}

type View = "grid" | "list";

const viewOf = (params: URLSearchParams): View => (params.get("view") === "list" ? "list" : "grid");

const VIEWS = [
  { view: "grid", Icon: IconLayoutGrid },
  { view: "list", Icon: IconList },
] as const;

/** Links to the grid and the list view. They work without JavaScript. */
function ViewLinks({ current }: { current: View }) {
  const t = useTranslations("history.view");
  const params = useNextParams();
  return (
    <Group gap={4} role="group" aria-label={t("label")} wrap="nowrap">
      {VIEWS.map(({ view, Icon }) => (
        <ActionIcon
          key={view}
          component={Link}
          to={historyAddress(params, { view: view === "list" ? "list" : "" })}
          preventScrollReset
          replace
          size="lg"
          variant={view === current ? "light" : "subtle"}
          color={view === current ? "mint" : "gray"}
          aria-label={t(view)}
          title={t(view)}
          aria-current={view === current ? "true" : undefined}
        >
          <Icon size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  );
}

const SKELETON_KEYS = ["a", "b", "c", "d", "e", "f"];

function HistorySkeleton({ view }: { view: View }) {
  const t = useTranslations("history");
  return (
    <div aria-busy>
      <VisuallyHidden role="status">{t("loading")}</VisuallyHidden>
      {view === "list" ? <RowsSkeleton /> : <GridSkeleton />}
    </div>
  );
}

function GridSkeleton() {
  return (
    <SimpleGrid cols={{ base: 2, md: 3 }} spacing={{ base: "xs", xs: "md" }}>
      {SKELETON_KEYS.map((card) => (
        <Card key={card} padding="sm">
          <Card.Section mb="sm">
            <Skeleton radius={0} style={{ aspectRatio: "4 / 3" }} />
          </Card.Section>
          <Skeleton height={14} width="80%" mb="xs" />
          <Skeleton height={10} width="50%" />
        </Card>
      ))}
    </SimpleGrid>
  );
}

function RowsSkeleton() {
  return (
    <Stack gap="xs">
      {SKELETON_KEYS.map((row) => (
        <Skeleton key={row} height={72} radius="lg" />
      ))}
    </Stack>
  );
}
