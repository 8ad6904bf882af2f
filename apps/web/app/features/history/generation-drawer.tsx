import { Button, Drawer, Group, Modal, Skeleton, Stack, Text, VisuallyHidden } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useNavigate, useSearchParams } from "@remix-run/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { FailureNotice } from "~/ui/failure-notice";
import { failureFromError } from "~/ui/read-failure";
import { type Generation, type GenerationDetail, isInProgress, typeOf } from "./generation";
import { StatusBadge } from "./generation-media";
import { GenerationView } from "./generation-view";
import { historyAddress } from "./history-filter";

const OPEN_POLL_INTERVAL_MS = 5_000;

interface GenerationDrawerProps {
  /** The id of the opened generation, or null. */
  id: string | null;
  /** The opened generation, if it was loaded with the page. */
  loaded: GenerationDetail | null;
  /** The generations of the list, shown until the details are loaded. */
  listed: readonly Generation[];
  onDeleted: (id: string) => void;
}

/** The details of an image or video, in a drawer with its own URL. */
export function GenerationDrawer({ id, loaded, listed, onDeleted }: GenerationDrawerProps) {
  const t = useTranslations("history.detail");
  const tGeneration = useTranslations("generation");
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [isDeleting, deleting] = useDisclosure(false);
  const { data, error } = useGeneration(id, loaded, listed);
  const close = () => navigate(historyAddress(params, { id: "" }), { preventScrollReset: true, replace: true });
  return (
    <Drawer
      opened={id !== null}
      onClose={close}
      position="right"
      size={560}
      // Rendered in place, so that a link to a generation shows it without JavaScript.
      withinPortal={false}
      styles={{ inner: { insetInlineStart: 0 } }}
      closeOnEscape={!isDeleting}
      trapFocus={!isDeleting}
      closeButtonProps={{ "aria-label": t("close") }}
      title={
        data ? (
          <Group gap="xs">
            <Text span fw={600}>
              {tGeneration(`type.${typeOf(data)}`)}
            </Text>
            <StatusBadge status={data.status} />
          </Group>
        ) : (
          <VisuallyHidden>{t("loading")}</VisuallyHidden>
        )
      }
    >
      {data ? <GenerationView generation={data} onDelete={deleting.open} /> : null}
      {!data && error ? <LoadFailure error={error} /> : null}
      {data || error ? null : <ViewSkeleton />}
      {data ? (
        <DeleteGenerationDialog
          generation={data}
          opened={isDeleting}
          onClose={deleting.close}
          onDeleted={() => {
            deleting.close();
            close();
            onDeleted(data.id);
          }}
        />
      ) : null}
    </Drawer>
  );
}

/** Loads a generation and polls it while it is in progress. Starts with the data the page already has. */
function useGeneration(id: string | null, loaded: GenerationDetail | null, listed: readonly Generation[]) {
  const trpc = useTRPC();
  const listItem = listed.find((item) => item.id === id);
  const initial = loaded !== null && loaded.id === id ? { initialData: loaded } : {};
  return useQuery(
    trpc.history.get.queryOptions(
      { id: id ?? "" },
      {
        ...initial,
        ...(listItem ? { placeholderData: { ...listItem, refunded: false } } : {}),
        enabled: id !== null,
        retry: false,
        refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? OPEN_POLL_INTERVAL_MS : false),
      },
    ),
  );
}

function LoadFailure({ error }: { error: unknown }) {
  const t = useTranslations("history.detail");
  const failure = failureFromError(error);
  return failure.kind === "refused" ? <Text c="dimmed">{t("gone")}</Text> : <FailureNotice failure={failure} />;
}

function ViewSkeleton() {
  return (
    <Stack gap="md" aria-hidden>
      <Skeleton radius="md" style={{ aspectRatio: "4 / 3" }} />
      <Skeleton height={16} width="90%" />
      <Skeleton height={16} width="60%" />
      <Skeleton height={120} radius="md" />
    </Stack>
  );
}

interface DeleteGenerationDialogProps {
  generation: Generation;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks for confirmation: deleting cannot be undone. */
function DeleteGenerationDialog({ generation, opened, onClose, onDeleted }: DeleteGenerationDialogProps) {
  const t = useTranslations("history.delete");
  const tDetail = useTranslations("history.detail");
  const trpc = useTRPC();
  const deleteGeneration = useMutation(
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
      closeButtonProps={{ "aria-label": tDetail("close") }}
    >
      <Stack gap="md">
        <Text size="sm">{t("text")}</Text>
        {deleteGeneration.error ? <FailureNotice failure={failureFromError(deleteGeneration.error)} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t("keep")}
          </Button>
          <Button
            color="red"
            loading={deleteGeneration.isPending}
            onClick={() => deleteGeneration.mutate({ id: generation.id })}
          >
            {t("button")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
