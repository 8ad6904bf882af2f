import { Button, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useNavigate } from "@remix-run/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { useTRPC } from "~/trpc/client";
import { FailureNotice } from "../failure/failure-notice";
import { failureFromError } from "../failure/read-failure";
import { Dialog } from "../page/dialog";
import type { ChatSession } from "./session-list";
import { useRefreshSessions } from "./use-sessions-changed";

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
