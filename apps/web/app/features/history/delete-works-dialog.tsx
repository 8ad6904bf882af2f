import { Button, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useTRPC, useTRPCClient } from "~/trpc/client";
import { acceptGone } from "~/ui/accept-gone";
import { FailureNotice } from "~/ui/failure-notice";
import { Dialog } from "~/ui/lazy-dialogs";
import { useDialogFailure, useNotifyLateFailure } from "~/ui/use-dialog-failure";
import { useOpenVideos } from "../video/open-videos";

interface DeleteWorksDialogProps {
  ids: readonly string[];
  opened: boolean;
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
}

/** Asks for confirmation: deleting cannot be undone. */
export function DeleteWorksDialog({ ids, opened, onClose, onDeleted }: DeleteWorksDialogProps) {
  const t = useTranslations("history.delete");
  const tDetail = useTranslations("history.detail");
  const api = useTRPCClient();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { forget } = useOpenVideos();
  const [only] = ids.length === 1 ? ids : [];
  const deleting = useMutation({
    mutationFn: async () => {
      if (only === undefined) {
        await api.history.deleteMany.mutate({ ids: [...ids] });
        // All are gone now. Those that the server does not name were gone before, by a request whose response was lost or in another tab.
        return ids;
      }
      await acceptGone(api.history.delete.mutate({ id: only }));
      return [only];
    },
    onSuccess: (deletedIds) => {
      notifications.show({ message: only === undefined ? t("doneMany", { count: deletedIds.length }) : t("done") });
      forget(deletedIds);
      // The browser's Forward button may open one again, which must not be shown from memory. Not read now: one may still be open.
      void queries.invalidateQueries({ ...trpc.history.get.pathFilter(), refetchType: "none" });
      onDeleted(deletedIds);
    },
    onError: useNotifyLateFailure(),
  });
  const { failure, onExitTransitionEnd } = useDialogFailure(opened, deleting);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onExitTransitionEnd}
      title={only === undefined ? t("titleMany", { count: ids.length }) : t("title")}
      centered
      closeButtonProps={{ "aria-label": tDetail("close") }}
    >
      <Stack gap="md">
        <Text size="sm">{t("text")}</Text>
        {failure ? <FailureNotice failure={failure} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t("keep")}
          </Button>
          <Button color="red" loading={deleting.isPending} onClick={() => deleting.mutate()}>
            {t("button")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
