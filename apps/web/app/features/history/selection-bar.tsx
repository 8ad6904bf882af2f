import { WORKS_AT_ONCE_MAX } from "@app/core/collections/collection";
import { Alert, Button, type ButtonProps, List, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import type { TablerIcon } from "@tabler/icons-react";
import IconFileZip from "@tabler/icons-react/dist/esm/icons/IconFileZip.mjs";
import IconFolderMinus from "@tabler/icons-react/dist/esm/icons/IconFolderMinus.mjs";
import IconFolderPlus from "@tabler/icons-react/dist/esm/icons/IconFolderPlus.mjs";
import IconHeart from "@tabler/icons-react/dist/esm/icons/IconHeart.mjs";
import IconTrash from "@tabler/icons-react/dist/esm/icons/IconTrash.mjs";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { FailureNotice } from "~/ui/failure-notice";
import { lazyComponent } from "~/ui/lazy-component";
import { useHasBeenTrue } from "~/ui/lazy-dialogs";
import { failureFromError } from "~/ui/read-failure";
import { usePromptText } from "../generation/use-prompt-text";
import { DeleteWorksDialog } from "./delete-works-dialog";
import type { Generation } from "./generation";
import classes from "./selection-bar.module.css";
import type { Favorites } from "./use-favorites";
import type { Selection } from "./use-selection";
import { useZip } from "./use-zip";

const AddToCollectionDialog = lazyComponent(
  async () => (await import("../collections/add-to-collection-dialog")).AddToCollectionDialog,
);

interface SelectionBarProps {
  /** The works that are listed. */
  works: readonly Generation[];
  selection: Selection;
  favorites: Favorites;
  /** The collection that is shown, if one is. */
  collectionId: string;
  /** The works in collections have changed. */
  onChanged: () => void;
  onDeleted: (ids: readonly string[]) => void;
}

/** What can be done with the selected works. Loaded when the selection begins. */
export function SelectionBar(props: SelectionBarProps) {
  const { works, selection, favorites, collectionId, onChanged, onDeleted } = props;
  const t = useTranslations("library.selection");
  const trpc = useTRPC();
  const [isDeleting, deleting] = useDisclosure(false);
  const [isAdding, adding] = useDisclosure(false);
  const wasAdding = useHasBeenTrue(isAdding);
  const chosen = works.filter(({ id }) => selection.has(id));
  const ids = chosen.map(({ id }) => id);
  const zip = useZip();
  const favorite = useMutation(
    trpc.history.setFavorites.mutationOptions({
      onMutate: () => {
        remove.reset();
      },
      onSuccess: (marked) => {
        favorites.show(marked.ids, true);
        notifications.show({ message: t("favorited"), color: "mint" });
      },
    }),
  );
  const remove = useMutation(
    trpc.collections.removeWorks.mutationOptions({
      onMutate: () => {
        favorite.reset();
      },
      onSuccess: () => {
        selection.clear();
        notifications.show({ message: t("removed"), color: "mint" });
        onChanged();
      },
    }),
  );
  const error = favorite.error ?? remove.error;
  const nothing = chosen.length === 0;
  return (
    <section className={classes["bar"]} aria-label={t("label")}>
      {error ? <FailureNotice failure={failureFromError(error)} /> : null}
      {zip.isSessionOver ? <FailureNotice failure={{ kind: "sessionEnded" }} /> : null}
      {zip.failed.length > 0 ? <ZipFailures failed={zip.failed} onClose={zip.dismiss} /> : null}
      <div className={classes["row"]}>
        <Text size="sm" fw={600} role="status" className={classes["count"] ?? ""}>
          {zip.progress ? t("zipping", zip.progress) : t("count", { count: chosen.length })}
        </Text>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => selection.chooseAll(works)}>
          {t("all")}
        </Button>
        <div className={classes["actions"]}>
          <Action
            label={t("zip")}
            Icon={IconFileZip}
            variant="filled"
            disabled={nothing || zip.progress !== null}
            onClick={() => zip.start(chosen)}
          />
          <Action label={t("add")} Icon={IconFolderPlus} disabled={nothing} onClick={adding.open} />
          {collectionId ? (
            <Action
              label={t("remove")}
              Icon={IconFolderMinus}
              disabled={nothing || remove.isPending}
              onClick={() => remove.mutate({ collectionId, ids })}
            />
          ) : null}
          <Action
            label={t("favorite")}
            Icon={IconHeart}
            disabled={nothing || favorite.isPending}
            onClick={() => favorite.mutate({ ids, isFavorite: true })}
          />
          <Action label={t("delete")} Icon={IconTrash} color="red" disabled={nothing} onClick={deleting.open} />
        </div>
      </div>
      {selection.count >= WORKS_AT_ONCE_MAX ? (
        <Text size="xs" c="dimmed">
          {t("limit", { max: WORKS_AT_ONCE_MAX })}
        </Text>
      ) : null}
      {zip.isTooMany(chosen) ? (
        <Text size="xs" c="dimmed">
          {t("zipLimit", { max: zip.max })}
        </Text>
      ) : null}
      <DeleteWorksDialog
        ids={ids}
        opened={isDeleting}
        onClose={deleting.close}
        onDeleted={(deletedIds) => {
          deleting.close();
          selection.stop();
          onDeleted(deletedIds);
        }}
      />
      {wasAdding ? (
        <AddToCollectionDialog ids={ids} opened={isAdding} onClose={adding.close} onChanged={onChanged} />
      ) : null}
    </section>
  );
}

interface ActionProps extends ButtonProps {
  label: string;
  Icon: TablerIcon;
  onClick: () => void;
}

/** On phones the icon alone. */
function Action({ label, Icon, ...props }: ActionProps) {
  return (
    <Button size="sm" variant="default" px="xs" aria-label={label} title={label} {...props}>
      <Icon size={18} stroke={1.6} aria-hidden />
      <span className={classes["label"]}>{label}</span>
    </Button>
  );
}

function ZipFailures({ failed, onClose }: { failed: readonly Generation[]; onClose: () => void }) {
  const t = useTranslations("library.selection");
  const promptText = usePromptText();
  return (
    <Alert
      color="red"
      variant="light"
      title={t("zipFailed", { count: failed.length })}
      withCloseButton
      closeButtonLabel={t("close")}
      onClose={onClose}
    >
      <List size="sm" mah="20vh" style={{ overflowY: "auto" }}>
        {failed.map(({ id, prompt }) => (
          <List.Item key={id}>
            <Text size="sm" lineClamp={1}>
              {promptText(prompt)}
            </Text>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
