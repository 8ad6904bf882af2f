import { TITLE_MAX_CHARACTERS } from "@app/core/chat/conversation";
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useNavigate, useRevalidator } from "@remix-run/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { useTRPC } from "~/trpc/client";
import { FailureNotice } from "~/ui/failure-notice";
import { Dialog } from "~/ui/lazy-dialogs";
import { failureFromError } from "~/ui/read-failure";
import type { ChatSession } from "./session-list";

interface RenameSessionDialogProps {
  /** Null while nothing is renamed. */
  session: ChatSession | null;
  onClose: () => void;
}

export function RenameSessionDialog({ session, onClose }: RenameSessionDialogProps) {
  const t = useTranslations("chat");
  return (
    <Dialog
      opened={session !== null}
      returnFocus={false}
      onClose={onClose}
      title={t("renameTitle")}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {session ? <RenameForm session={session} onClose={onClose} /> : null}
    </Dialog>
  );
}

function RenameForm({ session, onClose }: { session: ChatSession; onClose: () => void }) {
  const t = useTranslations("chat");
  const trpc = useTRPC();
  const sessionsChanged = useRefreshSessions();
  const [title, setTitle] = useState(session.title);
  const renaming = useMutation(
    trpc.chat.rename.mutationOptions({
      onSuccess: async () => {
        await sessionsChanged();
        onClose();
      },
    }),
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        renaming.mutate({ sessionId: session.id, title });
      }}
    >
      <Stack>
        {renaming.error ? <FailureNotice failure={failureFromError(renaming.error)} /> : null}
        <TextInput
          label={t("title")}
          value={title}
          maxLength={TITLE_MAX_CHARACTERS}
          data-autofocus
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" loading={renaming.isPending} disabled={title.trim() === ""}>
            {t("rename")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface DeleteSessionDialogProps {
  /** Null while nothing is deleted. */
  session: ChatSession | null;
  currentId: string | null;
  onClose: () => void;
  /** The chat is gone, and with it what had the focus. */
  onDeleted: () => void;
}

/** Asks before a chat is deleted: it does not come back. */
export function DeleteSessionDialog({ session, currentId, ...then }: DeleteSessionDialogProps) {
  const t = useTranslations("chat");
  return (
    <Dialog
      opened={session !== null}
      returnFocus={false}
      onClose={then.onClose}
      title={t("deleteTitle")}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {session ? <DeleteQuestion session={session} isOpen={session.id === currentId} {...then} /> : null}
    </Dialog>
  );
}

type DeleteQuestionProps = Pick<DeleteSessionDialogProps, "onClose" | "onDeleted"> & {
  session: ChatSession;
  isOpen: boolean;
};

function DeleteQuestion({ session, isOpen, onClose, onDeleted }: DeleteQuestionProps) {
  const t = useTranslations("chat");
  const trpc = useTRPC();
  const path = useLocalePath();
  const navigate = useNavigate();
  const sessionsChanged = useRefreshSessions();
  const deleting = useMutation(
    trpc.chat.delete.mutationOptions({
      onSuccess: async () => {
        // First of all, so that the page that may follow has the last word on where the focus is.
        onClose();
        onDeleted();
        // The chat's own page is gone: reading it again would fail.
        if (isOpen) await navigate(path("/chat"), { replace: true });
        await sessionsChanged();
        notifications.show({ message: t("deleted") });
      },
    }),
  );
  return (
    <Stack>
      {deleting.error ? <FailureNotice failure={failureFromError(deleting.error)} /> : null}
      <Text style={{ overflowWrap: "anywhere" }}>{t("deleteText", { title: session.title })}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t("cancel")}
        </Button>
        <Button color="red" loading={deleting.isPending} onClick={() => deleting.mutate({ sessionId: session.id })}>
          {t("delete")}
        </Button>
      </Group>
    </Stack>
  );
}

/** Reads the lists of chats again, that of the page and those of searches; resolves when they show what is. */
function useRefreshSessions(): () => Promise<void> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  return async () => {
    await Promise.all([queries.invalidateQueries(trpc.chat.sessions.pathFilter()), revalidate()]);
  };
}
