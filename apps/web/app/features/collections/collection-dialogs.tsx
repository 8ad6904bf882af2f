import { COLLECTION_NAME_MAX_CHARACTERS } from "@app/core/collections/collection";
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { useTRPC, useTRPCClient } from "~/trpc/client";
import { acceptGone } from "~/ui/accept-gone";
import { ModalWindow } from "~/ui/modal-window";
import { useNotifyLateFailure } from "~/ui/use-dialog-failure";
import { CollectionFailure, useDescribeCollectionFailure } from "./collection-failure";

interface Collection {
  id: string;
  name: string;
}

/** What the library asks about a collection. */
export type CollectionQuestion = { ask: "create" } | { ask: "rename" | "delete"; collection: Collection };

interface CollectionDialogProps {
  question: CollectionQuestion;
  opened: boolean;
  onClose: () => void;
  onCreated: (id: string) => void;
  onRenamed: () => void;
  onDeleted: () => void;
}

/**
 * Creates, renames or deletes a collection. Loaded when it is first opened. The forms close it by a handler of `mutate`, which is called only
 * while the form is shown: a late result must not close another question.
 */
export function CollectionDialog(props: CollectionDialogProps) {
  const { question, opened, onClose, onCreated, onRenamed, onDeleted } = props;
  const t = useTranslations("collections");
  const titles = {
    create: t("new"),
    rename: t("renameTitle"),
    delete: question.ask === "create" ? "" : t("deleteTitle", { name: question.collection.name }),
  };
  return (
    <ModalWindow
      opened={opened}
      onClose={onClose}
      title={titles[question.ask]}
      centered
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {question.ask === "create" ? <CreateForm onClose={onClose} onCreated={onCreated} /> : null}
      {question.ask === "rename" ? (
        <RenameForm collection={question.collection} onClose={onClose} onRenamed={onRenamed} />
      ) : null}
      {question.ask === "delete" ? (
        <DeleteQuestion collection={question.collection} onClose={onClose} onDeleted={onDeleted} />
      ) : null}
    </ModalWindow>
  );
}

function CreateForm({ onClose, onCreated }: Pick<CollectionDialogProps, "onClose" | "onCreated">) {
  const t = useTranslations("collections");
  const create = useMutation(
    useTRPC().collections.create.mutationOptions({
      onSuccess: ({ id }) => onCreated(id),
      onError: useNotifyLateFailure(useDescribeCollectionFailure()),
    }),
  );
  return (
    <NameForm
      submit={t("create")}
      isPending={create.isPending}
      error={create.error}
      onCancel={onClose}
      onSubmit={(name) => create.mutate({ name }, { onSuccess: onClose })}
    />
  );
}

interface RenameFormProps {
  collection: Collection;
  onClose: () => void;
  onRenamed: () => void;
}

function RenameForm({ collection, onClose, onRenamed }: RenameFormProps) {
  const t = useTranslations("collections");
  const rename = useMutation(
    useTRPC().collections.rename.mutationOptions({
      onSuccess: () => {
        onRenamed();
        notifications.show({ message: t("renamed"), color: "mint" });
      },
      onError: useNotifyLateFailure(useDescribeCollectionFailure()),
    }),
  );
  return (
    <NameForm
      initial={collection.name}
      submit={t("save")}
      isPending={rename.isPending}
      error={rename.error}
      onCancel={onClose}
      onSubmit={(name) => rename.mutate({ collectionId: collection.id, name }, { onSuccess: onClose })}
    />
  );
}

interface NameFormProps {
  initial?: string;
  submit: string;
  isPending: boolean;
  error: unknown;
  onCancel: () => void;
  onSubmit: (name: string) => void;
}

function NameForm({ initial = "", submit, isPending, error, onCancel, onSubmit }: NameFormProps) {
  const t = useTranslations("collections");
  const [name, setName] = useState(initial);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(name);
      }}
    >
      <Stack>
        <CollectionFailure error={error} />
        <TextInput
          label={t("name")}
          value={name}
          maxLength={COLLECTION_NAME_MAX_CHARACTERS}
          data-autofocus
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t("cancel")}
          </Button>
          <Button type="submit" loading={isPending} disabled={name.trim() === ""}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface DeleteQuestionProps {
  collection: Collection;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteQuestion({ collection, onClose, onDeleted }: DeleteQuestionProps) {
  const t = useTranslations("collections");
  const api = useTRPCClient();
  const remove = useMutation({
    mutationFn: () => acceptGone(api.collections.delete.mutate({ collectionId: collection.id })),
    onSuccess: () => {
      onDeleted();
      notifications.show({ message: t("deleted"), color: "mint" });
    },
    onError: useNotifyLateFailure(useDescribeCollectionFailure()),
  });
  return (
    <Stack>
      <CollectionFailure error={remove.error} />
      <Text size="sm">{t("deleteText")}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t("cancel")}
        </Button>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate(undefined, { onSuccess: onClose })}>
          {t("delete")}
        </Button>
      </Group>
    </Stack>
  );
}
