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
  /** Which one is opened; null for none. */
  id: string | null;
  /** The one that came with the page. */
  loaded: GenerationDetail | null;
  /** Those already known from the list: shown until the answer is there. */
  listed: readonly Generation[];
  onDeleted: (id: string) => void;
}

/** All about one image or video, beside the list and at an address of its own. */
export function GenerationDrawer({ id, loaded, listed, onDeleted }: GenerationDrawerProps) {
  const t = useTranslations("history.detail");
  const words = useTranslations("generation");
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
      // In the page, so that a link to one shows it before scripts have come.
      withinPortal={false}
      styles={{ inner: { insetInlineStart: 0 } }}
      closeOnEscape={!isDeleting}
      trapFocus={!isDeleting}
      closeButtonProps={{ "aria-label": t("close") }}
      title={
        data ? (
          <Group gap="xs">
            <Text span fw={600}>
              {words(`type.${typeOf(data)}`)}
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

/** What is known of it at once, then the answer; asked again for as long as it is being made. */
function useGeneration(id: string | null, loaded: GenerationDetail | null, listed: readonly Generation[]) {
  const trpc = useTRPC();
  const known = listed.find((item) => item.id === id);
  const came = loaded !== null && loaded.id === id ? { initialData: loaded } : {};
  return useQuery(
    trpc.history.get.queryOptions(
      { id: id ?? "" },
      {
        ...came,
        ...(known ? { placeholderData: { ...known, refunded: false } } : {}),
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

/** Asks before an image or video goes for good. */
function DeleteGenerationDialog({ generation, opened, onClose, onDeleted }: DeleteGenerationDialogProps) {
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
