import type { ApiOutputs } from "@app/api/root";
import { COLLECTION_NAME_MAX_CHARACTERS } from "@app/core/collections/collection";
import { Button, Group, Loader, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import IconCheck from "@tabler/icons-react/dist/esm/icons/IconCheck.mjs";
import IconFolder from "@tabler/icons-react/dist/esm/icons/IconFolder.mjs";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { useTRPC, useTRPCClient } from "~/trpc/client";
import { ModalWindow } from "~/ui/modal-window";
import { useNotifyLateFailure } from "~/ui/use-dialog-failure";
import { CollectionFailure, useDescribeCollectionFailure } from "./collection-failure";

interface AddToCollectionDialogProps {
  /** The works to put into a collection. Of a single one, the dialog shows the collections that have it. */
  ids: readonly string[];
  opened: boolean;
  onClose: () => void;
  onChanged: () => void;
}

/** Puts works into a collection, or one out of it. Loaded when it is first opened. */
export function AddToCollectionDialog({ opened, ...props }: AddToCollectionDialogProps) {
  const t = useTranslations("collections");
  return (
    <ModalWindow
      opened={opened}
      onClose={props.onClose}
      title={t("addTitle")}
      centered
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <Choices {...props} />
    </ModalWindow>
  );
}

type Collection = ApiOutputs["collections"]["list"][number];

function Choices({ ids, onClose, onChanged }: Omit<AddToCollectionDialogProps, "opened">) {
  const t = useTranslations("collections");
  const trpc = useTRPC();
  const api = useTRPCClient();
  const [only] = ids.length === 1 ? ids : [];
  const list = useQuery(trpc.collections.list.queryOptions({ generationId: only }, { staleTime: 0, gcTime: 0 }));
  const notifyLateFailure = useNotifyLateFailure(useDescribeCollectionFailure());
  const changing = useMutation({
    mutationFn: async ({ id, hasWork }: Pick<Collection, "id" | "name" | "hasWork">) => {
      const works = { collectionId: id, ids: [...ids] };
      return hasWork ? api.collections.removeWorks.mutate(works) : api.collections.addWorks.mutate(works);
    },
    onSuccess: (_result, { name, hasWork }) => {
      notifications.show({ message: t(hasWork ? "removedFrom" : "addedTo", { name }), color: "mint" });
      onChanged();
    },
    onError: notifyLateFailure,
  });
  // The handler is called only while the dialog is shown: before a late result another one may have been opened.
  const change = (collection: Pick<Collection, "id" | "name" | "hasWork">) =>
    changing.mutate(collection, { onSuccess: onClose });
  const creating = useMutation({
    mutationFn: (name: string) => api.collections.create.mutate({ name }),
    onMutate: () => {
      changing.reset();
    },
    onSuccess: ({ id, name }) => change({ id, name, hasWork: false }),
    onError: notifyLateFailure,
    // Lists the new collection, also when adding the works fails or the response was lost.
    onSettled: () => void list.refetch(),
  });
  const isPending = changing.isPending || creating.isPending;
  return (
    <Stack>
      <CollectionFailure error={changing.error ?? creating.error ?? list.error} />
      {list.isPending ? <Loader size="sm" mx="auto" aria-label={t("loading")} /> : null}
      {list.data?.length === 0 ? <Text size="sm">{t("none")}</Text> : null}
      <Stack gap={6} mah="40vh" display={list.data?.length ? undefined : "none"} style={{ overflowY: "auto" }}>
        {list.data?.map((collection) => (
          <Button
            key={collection.id}
            variant="default"
            justify="flex-start"
            // Not squeezed by a long list.
            style={{ flexShrink: 0 }}
            aria-pressed={only === undefined ? undefined : collection.hasWork}
            disabled={isPending}
            leftSection={
              collection.hasWork ? (
                <IconCheck size={18} aria-hidden />
              ) : (
                <IconFolder size={18} stroke={1.6} aria-hidden />
              )
            }
            onClick={() => change(collection)}
          >
            <Text span truncate size="sm" fw={500}>
              {collection.name}
            </Text>
            <Text span size="xs" c="dimmed" ml="xs">
              {t("works", { count: collection.works })}
            </Text>
          </Button>
        ))}
      </Stack>
      <NewCollection isPending={isPending} onCreate={(name) => creating.mutate(name)} />
    </Stack>
  );
}

function NewCollection({ isPending, onCreate }: { isPending: boolean; onCreate: (name: string) => void }) {
  const t = useTranslations("collections");
  const [name, setName] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onCreate(name);
      }}
    >
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          label={t("new")}
          value={name}
          maxLength={COLLECTION_NAME_MAX_CHARACTERS}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="light" loading={isPending} disabled={name.trim() === ""}>
          {t("createAndAdd")}
        </Button>
      </Group>
    </form>
  );
}
