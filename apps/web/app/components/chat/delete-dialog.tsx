import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useNavigate } from "@remix-run/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { useTRPC } from "~/trpc/client";
import { FailureNotice } from "../failure/failure-notice";
import { readFailure } from "../failure/read-failure";
import type { ChatSession } from "./session-list";
import { useSessionsChanged } from "./use-sessions-changed";

interface DeleteDialogProps {
  /** Null while nothing is deleted. */
  session: ChatSession | null;
  currentId: string | null;
  onClose: () => void;
}

/** Asks before a chat is deleted: it does not come back. */
export function DeleteDialog({ session, currentId, onClose }: DeleteDialogProps) {
  const t = useTranslations("chat");
  return (
    <Modal
      opened={session !== null}
      onClose={onClose}
      title={t("deleteTitle")}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {session ? <DeleteQuestion session={session} isOpen={session.id === currentId} onClose={onClose} /> : null}
    </Modal>
  );
}

function DeleteQuestion(props: { session: ChatSession; isOpen: boolean; onClose: () => void }) {
  const { session, isOpen, onClose } = props;
  const t = useTranslations("chat");
  const trpc = useTRPC();
  const path = useLocalePath();
  const navigate = useNavigate();
  const sessionsChanged = useSessionsChanged();
  const deleting = useMutation(
    trpc.chat.delete.mutationOptions({
      onSuccess: () => {
        notifications.show({ message: t("deleted") });
        onClose();
        // The chat's own page is gone: reading it again would fail.
        if (isOpen) return navigate(path("/chat"), { replace: true });
        return sessionsChanged();
      },
    }),
  );
  return (
    <Stack>
      {deleting.error ? <FailureNotice failure={readFailure(deleting.error)} /> : null}
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
