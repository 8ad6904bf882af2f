import type { ApiOutputs } from "@app/api/root";
import { Box, Stack } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import { useRef, useState } from "react";
import { useTRPCClient } from "~/trpc/client";
import { InfiniteScrollEnd } from "~/ui/infinite-scroll-end";
import { lazyComponent } from "~/ui/lazy-component";
import { useHasBeenTrue } from "~/ui/lazy-dialogs";
import { useNextParams } from "~/ui/link-navigation";
import { useItemsInAddress } from "~/ui/listed-items";
import { type ListPage, useInfiniteList } from "~/ui/load-more";
import { useNavigateFromHere } from "~/ui/use-navigate-from-here";
import type { CollectionQuestion } from "../collections/collection-dialogs";
import { CollectionHeader } from "../collections/collection-header";
import { EmptyLibrary } from "./empty-library";
import type { Generation } from "./generation";
import { GenerationDrawer } from "./generation-drawer";
import classes from "./generation-list.module.css";
import { GenerationRows } from "./generation-rows";
import { type HistoryFields, historyAddress, historyFilterOf, isSameList, OPENED_IN_LIST } from "./history-filter";
import { HistoryFilterForm } from "./history-filter-form";
import { LibraryGrid } from "./library-grid";
import { LibrarySkeleton } from "./library-skeleton";
import { LibraryToolbar, viewOf } from "./library-toolbar";
import { useFavorites } from "./use-favorites";
import { useReload } from "./use-reload";
import { useSelection } from "./use-selection";

const SelectionBar = lazyComponent(async () => (await import("./selection-bar")).SelectionBar);
const CollectionDialog = lazyComponent(
  async () => (await import("../collections/collection-dialogs")).CollectionDialog,
);

interface GenerationListProps {
  first: ListPage<Generation>;
  fields: HistoryFields;
  collections: ApiOutputs["collections"]["list"];
  /** The generation that the URL opens, if there is one. */
  opened: Generation | null;
}

/** The list of images and videos. The URL holds the filter, the view and the opened generation. */
export function GenerationList({ first, fields, collections, opened }: GenerationListProps) {
  const api = useTRPCClient();
  const list = JSON.stringify(fields);
  const pages = useInfiniteList(
    first,
    (cursor) => api.history.list.query({ ...historyFilterOf(fields), cursor }),
    list,
  );
  useItemsInAddress(first, pages);
  const [deletedIds, setDeletedIds] = useState<readonly string[]>([]);
  const items = pages.items.filter(({ id }) => !deletedIds.includes(id));
  const { params, isChanging, openedState } = useHistoryParams();
  const favorites = useFavorites();
  const reload = useReload(first);
  const selection = useSelection(list);
  const questions = useCollectionQuestions(params, reload);
  const view = viewOf(params);
  const listRef = useRef<HTMLDivElement>(null);
  const collection = collections.find(({ id }) => id === fields.collection);
  const onDeleted = (ids: readonly string[]) => {
    setDeletedIds((current) => [...current, ...ids]);
    // Its header counts them.
    if (collection) reload();
    // The card that had the focus is gone, so the list takes it.
    listRef.current?.focus();
  };
  const viewProps = { works: items, addressFor: ({ id }: Generation) => historyAddress(params, { id }), openedState };
  const ViewOfWorks = view === "list" ? GenerationRows : LibraryGrid;
  return (
    <Stack gap="md">
      <HistoryFilterForm fields={fields} collections={collections} />
      {collection ? <CollectionHeader collection={collection} onAsk={questions.ask} /> : null}
      <LibraryToolbar
        count={isChanging ? null : items.length}
        view={view}
        selection={selection}
        onNewCollection={() => questions.ask({ ask: "create" })}
      />
      {isChanging ? (
        <LibrarySkeleton view={view} />
      ) : (
        <Box ref={listRef} tabIndex={-1} className={classes["list"] ?? ""}>
          {items.length === 0 && pages.nextCursor === null ? (
            <EmptyLibrary fields={fields} isCollectionGone={fields.collection !== "" && !collection} />
          ) : null}
          {items.length > 0 ? <ViewOfWorks {...viewProps} favorites={favorites} selection={selection} /> : null}
          <InfiniteScrollEnd {...pages} />
        </Box>
      )}
      {selection.isSelecting ? (
        <SelectionBar
          works={items}
          selection={selection}
          favorites={favorites}
          collectionId={collection?.id ?? ""}
          onChanged={reload}
          onDeleted={onDeleted}
        />
      ) : null}
      {questions.dialog}
      <GenerationDrawer
        id={params.get("id")}
        loaded={opened}
        listed={items}
        favorites={favorites}
        onChanged={reload}
        onDeleted={onDeleted}
      />
    </Stack>
  );
}

/** The parameters of the pending navigation, so that a change of the view or the drawer shows before the server responds. */
function useHistoryParams() {
  const params = useNextParams();
  const { search } = useLocation();
  const listAddress = historyAddress(params, { id: "" });
  // While another view is loading, the list has no entry with that view.
  const hasEntry = listAddress === historyAddress(new URLSearchParams(search), { id: "" });
  const openedState = hasEntry ? OPENED_IN_LIST : null;
  return { params, isChanging: !isSameList(params.toString(), search), openedState };
}

/** The dialogs about collections. A new collection is opened, and a deleted one is left. */
function useCollectionQuestions(params: URLSearchParams, onRenamed: () => void) {
  const navigate = useNavigateFromHere();
  const [question, setQuestion] = useState<CollectionQuestion | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const wasOpen = useHasBeenTrue(isOpen);
  const show = (collection: string) => navigate(historyAddress(params, { collection }), { preventScrollReset: true });
  const ask = (next: CollectionQuestion) => {
    setQuestion(next);
    setIsOpen(true);
  };
  const dialog =
    wasOpen && question ? (
      <CollectionDialog
        question={question}
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        onCreated={show}
        onRenamed={onRenamed}
        onDeleted={() => show("")}
      />
    ) : null;
  return { ask, dialog };
}
