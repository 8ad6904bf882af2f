import { INSTRUCTIONS_MAX_CHARACTERS } from "@app/core/chat/conversation";
import { Button, Group, Skeleton, Stack, Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { FailureNotice } from "~/ui/failure-notice";
import { Dialog } from "~/ui/lazy-dialogs";
import { failureFromError } from "~/ui/read-failure";
import { useNotifyLateFailure } from "~/ui/use-dialog-failure";

interface InstructionsDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** What the user wants every answer to take into account. */
export function InstructionsDialog({ isOpen, onClose }: InstructionsDialogProps) {
  const t = useTranslations("chat");
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={t("instructions.title")}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <StoredInstructions onClose={onClose} />
    </Dialog>
  );
}

const FIELD_ROWS = 6;
const FIELD_ROWS_MAX = 14;

function StoredInstructions({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const stored = useQuery(trpc.chat.instructions.queryOptions(undefined, { staleTime: 0, gcTime: 0 }));
  if (stored.isPending) return <Skeleton height={200} radius="md" />;
  if (!stored.data) return <FailureNotice failure={failureFromError(stored.error)} />;
  return <InstructionsForm stored={stored.data.instructions ?? ""} onClose={onClose} />;
}

function InstructionsForm({ stored, onClose }: { stored: string; onClose: () => void }) {
  const t = useTranslations("chat");
  const trpc = useTRPC();
  const [instructions, setInstructions] = useState(stored);
  const save = useMutation(
    trpc.chat.setInstructions.mutationOptions({
      onSuccess: () => {
        notifications.show({ message: t("instructions.saved") });
      },
      onError: useNotifyLateFailure(),
    }),
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // Called only while the form is shown: before a late result the dialog may have been opened again, and typed in.
        save.mutate({ instructions }, { onSuccess: onClose });
      }}
    >
      <Stack>
        {save.error ? <FailureNotice failure={failureFromError(save.error)} /> : null}
        <Textarea
          dir="auto"
          label={t("instructions.label")}
          description={t("instructions.hint")}
          placeholder={t("instructions.example")}
          autosize
          minRows={FIELD_ROWS}
          maxRows={FIELD_ROWS_MAX}
          maxLength={INSTRUCTIONS_MAX_CHARACTERS}
          data-autofocus
          value={instructions}
          onChange={(event) => setInstructions(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={instructions.trim() === stored}>
            {t("instructions.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
