import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { FailureNotice } from "../failure/failure-notice";
import { failureFromError } from "../failure/read-failure";
import type { Generation } from "./generation";

interface DeleteGenerationDialogProps {
  generation: Generation;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before an image or video goes for good. */
export function DeleteGenerationDialog({ generation, opened, onClose, onDeleted }: DeleteGenerationDialogProps) {
  const t = useTranslations("history.delete");
  const words = useTranslations("history.detail");
  const trpc = useTRPC();
  const removal = useMutation(
    trpc.history.delete.mutationOptions({
      onSuccess: () => {
        notifications.show({ message: t("done") });
        onDeleted();
      },
    }),
  );
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("title")}
      centered
      closeButtonProps={{ "aria-label": words("close") }}
    >
      <Stack gap="md">
        <Text size="sm">{t("text")}</Text>
        {removal.error ? <FailureNotice failure={failureFromError(removal.error)} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t("keep")}
          </Button>
          <Button color="red" loading={removal.isPending} onClick={() => removal.mutate({ id: generation.id })}>
            {t("button")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
