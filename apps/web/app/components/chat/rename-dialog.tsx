import { TITLE_MAX_CHARACTERS } from "@app/core/chat/chat-limits";
import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { FailureNotice } from "../failure/failure-notice";
import { failureFromError } from "../failure/read-failure";
import { Dialog } from "../page/dialog";
import type { ChatSession } from "./session-list";
import { useRefreshSessions } from "./use-sessions-changed";

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
