import { TITLE_MAX_CHARACTERS } from "@app/core/chat/conversation";
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { useTRPC, useTRPCClient } from "~/trpc/client";
import { acceptGone } from "~/ui/accept-gone";
import { FailureNotice } from "~/ui/failure-notice";
import { Dialog } from "~/ui/lazy-dialogs";
import { failureFromError } from "~/ui/read-failure";
import { useNotifyLateFailure } from "~/ui/use-dialog-failure";
import { useNavigateFromHere } from "~/ui/use-navigate-from-here";
import { type ChatSession, useRefreshSessions } from "./chat-sessions";

interface RenameSessionDialogProps {
  /** Null while the dialog is closed. */
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
  const refreshSessions = useRefreshSessions();
  const [title, setTitle] = useState(session.title);
  const renameSession = useMutation(
    trpc.chat.rename.mutationOptions({
      onSuccess: () => refreshSessions(),
      onError: useNotifyLateFailure(),
    }),
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // Called only while the form is shown: before a late result another chat's dialog may have been opened.
        renameSession.mutate({ sessionId: session.id, title }, { onSuccess: onClose });
      }}
    >
      <Stack>
        {renameSession.error ? <FailureNotice failure={failureFromError(renameSession.error)} /> : null}
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
          <Button type="submit" loading={renameSession.isPending} disabled={title.trim() === ""}>
            {t("rename")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface DeleteSessionDialogProps {
  /** Null while the dialog is closed. */
  session: ChatSession | null;
  currentId: string | null;
  onClose: () => void;
  /** Moves the focus: the row that had it is gone. */
  onDeleted: () => void;
}

/** Asks for confirmation: deleting a chat cannot be undone. */
export function DeleteSessionDialog({ session, currentId, onClose, onDeleted }: DeleteSessionDialogProps) {
  const t = useTranslations("chat");
  const path = useLocalePath();
  const navigate = useNavigateFromHere();
  const latestId = useRef(currentId);
  latestId.current = currentId;
  const asked = useRef(session);
  asked.current = session;
  const leaveDeleted = async (deletedId: string) => {
    // Before the navigation, so that the next page decides where the focus goes. The deletion may end late, when the dialog is closed, or asks
    // about another chat.
    if (deletedId === asked.current?.id) {
      onClose();
      onDeleted();
    }
    // Leaves the deleted chat's page: revalidating it would fail. Another chat may be open by now.
    if (deletedId === latestId.current) await navigate(path("/chat"), { replace: true });
  };
  return (
    <Dialog
      opened={session !== null}
      returnFocus={false}
      onClose={onClose}
      title={t("deleteTitle")}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {session ? <DeleteQuestion session={session} onClose={onClose} onDeleted={leaveDeleted} /> : null}
    </Dialog>
  );
}

interface DeleteQuestionProps {
  session: ChatSession;
  onClose: () => void;
  onDeleted: (sessionId: string) => Promise<void>;
}

function DeleteQuestion({ session, onClose, onDeleted }: DeleteQuestionProps) {
  const t = useTranslations("chat");
  const api = useTRPCClient();
  const refreshSessions = useRefreshSessions();
  const deleteSession = useMutation({
    mutationFn: () => acceptGone(api.chat.delete.mutate({ sessionId: session.id })),
    onSuccess: async () => {
      await onDeleted(session.id);
      await refreshSessions();
      notifications.show({ message: t("deleted") });
    },
    onError: useNotifyLateFailure(),
  });
  return (
    <Stack>
      {deleteSession.error ? <FailureNotice failure={failureFromError(deleteSession.error)} /> : null}
      <Text style={{ overflowWrap: "anywhere" }}>{t("deleteText", { title: session.title })}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t("cancel")}
        </Button>
        <Button color="red" loading={deleteSession.isPending} onClick={() => deleteSession.mutate()}>
          {t("delete")}
        </Button>
      </Group>
    </Stack>
  );
}
