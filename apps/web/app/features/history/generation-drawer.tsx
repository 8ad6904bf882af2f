import { Drawer, Group, Skeleton, Stack, Text, VisuallyHidden } from "@mantine/core";
import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import type { Failure } from "~/ui/failure";
import { FailureNotice } from "~/ui/failure-notice";
import { lazyComponent } from "~/ui/lazy-component";
import { useNextParams } from "~/ui/link-navigation";
import { failureFromError } from "~/ui/read-failure";
import { DeleteWorksDialog } from "./delete-works-dialog";
import { type Generation, isInProgress, typeOf } from "./generation";
import { StatusBadge } from "./generation-media";
import { type GenerationDialog, GenerationView } from "./generation-view";
import { historyAddress, type OPENED_IN_LIST } from "./history-filter";
import type { Favorites } from "./use-favorites";

const ShareDialog = lazyComponent(async () => (await import("../sharing/share-dialog")).ShareDialog);
const AddToCollectionDialog = lazyComponent(
  async () => (await import("../collections/add-to-collection-dialog")).AddToCollectionDialog,
);

const OPEN_POLL_INTERVAL_MS = 5_000;
const CLOSING = { preventScrollReset: true, replace: true } as const;

interface GenerationDrawerProps {
  /** The id of the opened generation, or null. */
  id: string | null;
  /** The opened generation, if it was loaded with the page. */
  loaded: Generation | null;
  /** The generations of the list, shown until the details are loaded. */
  listed: readonly Generation[];
  favorites: Favorites;
  /** The collections of the work have changed. */
  onChanged: () => void;
  onDeleted: (ids: readonly string[]) => void;
}

/** The details of an image or video, in a drawer with its own URL. */
export function GenerationDrawer(props: GenerationDrawerProps) {
  const { id, loaded, listed, favorites, onChanged, onDeleted } = props;
  const t = useTranslations("history.detail");
  const tGeneration = useTranslations("generation");
  const navigate = useNavigate();
  const params = useNextParams();
  const { state }: { state: Partial<typeof OPENED_IN_LIST> | null } = useLocation();
  /** The dialog above the drawer. Those that were opened stay mounted, so that they close softly. */
  const [dialog, setDialog] = useState<GenerationDialog | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<GenerationDialog>>(new Set());
  const ask = (next: GenerationDialog) => {
    setOpened(new Set([...opened, next]));
    setDialog(next);
  };
  const closeDialog = () => setDialog(null);
  // It is about one work: going back or on to another ends it.
  useEffect(() => setDialog(null), [id]);
  const { data: found, error } = useGeneration(id, loaded, listed);
  const failure = error ? failureFromError(error) : null;
  // A work that is gone is not shown as it was found before, such as a deleted one that the browser's Forward button opens.
  const data = failure?.kind === "refused" ? undefined : found;
  const openedId = useRef(id);
  openedId.current = id;
  const navigation = useNavigation();
  useEffect(
    () => () => {
      openedId.current = null;
    },
    [],
  );
  const closingId = useRef<string | null>(null);
  useEffect(() => {
    closingId.current = null;
  }, [id]);
  const close = () => {
    // A second key may come before the address has changed.
    if (closingId.current === id) return;
    closingId.current = id;
    // Back to the list's own entry: one with the same address on top of it would make the browser's Back button do nothing.
    if (state?.isOpenedInList) navigate(-1);
    else navigate(historyAddress(params, { id: "" }), CLOSING);
  };
  return (
    <Drawer
      opened={id !== null}
      onClose={close}
      position="right"
      size={560}
      // Rendered in place, so that a link to a generation shows it without JavaScript.
      withinPortal={false}
      styles={{ inner: { insetInlineStart: 0 } }}
      closeOnEscape={dialog === null}
      closeButtonProps={{ "aria-label": t("close") }}
      title={
        data ? (
          <Group gap="xs">
            <Text span fw={600}>
              {tGeneration(`type.${typeOf(data)}`)}
            </Text>
            <StatusBadge status={data.status} />
          </Group>
        ) : (
          <VisuallyHidden>{t("loading")}</VisuallyHidden>
        )
      }
    >
      {data ? (
        <GenerationView
          generation={data}
          isFavorite={favorites.isFavorite(data)}
          onFavorite={() => favorites.toggle(data)}
          onAsk={ask}
        />
      ) : null}
      {!data && failure ? <LoadFailure failure={failure} /> : null}
      {data || failure ? null : <ViewSkeleton />}
      {data ? (
        <>
          <DeleteWorksDialog
            ids={[data.id]}
            opened={dialog === "delete"}
            onClose={closeDialog}
            onDeleted={(ids) => {
              // A deletion may end late, when another work is open, or another page is opening.
              if (openedId.current !== null && ids.includes(openedId.current)) {
                closeDialog();
                if (navigation.state === "idle") close();
              }
              onDeleted(ids);
            }}
          />
          {opened.has("share") ? <ShareDialog id={data.id} opened={dialog === "share"} onClose={closeDialog} /> : null}
          {opened.has("collect") ? (
            <AddToCollectionDialog
              ids={[data.id]}
              opened={dialog === "collect"}
              onClose={closeDialog}
              onChanged={onChanged}
            />
          ) : null}
        </>
      ) : null}
    </Drawer>
  );
}

/** Loads a generation and polls it while it is in progress. Starts with the data the page already has. */
function useGeneration(id: string | null, loaded: Generation | null, listed: readonly Generation[]) {
  const trpc = useTRPC();
  const listItem = listed.find((item) => item.id === id);
  const initial = loaded !== null && loaded.id === id ? { initialData: loaded } : {};
  return useQuery(
    trpc.history.get.queryOptions(
      { id: id ?? "" },
      {
        ...initial,
        ...(listItem ? { placeholderData: listItem } : {}),
        enabled: id !== null,
        retry: false,
        refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? OPEN_POLL_INTERVAL_MS : false),
      },
    ),
  );
}

function LoadFailure({ failure }: { failure: Failure }) {
  const t = useTranslations("history.detail");
  return failure.kind === "refused" ? <Text c="dimmed">{t("gone")}</Text> : <FailureNotice failure={failure} />;
}

function ViewSkeleton() {
  return (
    <Stack gap="md" aria-hidden>
      <Skeleton radius="md" style={{ aspectRatio: "4 / 3" }} />
      <Skeleton height={16} width="90%" />
      <Skeleton height={16} width="60%" />
      <Skeleton height={120} radius="md" />
    </Stack>
  );
}
