import { Button, Checkbox, CopyButton, Group, Loader, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import IconLink from "@tabler/icons-react/dist/esm/icons/IconLink.mjs";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { useTRPC } from "~/trpc/client";
import { FailureNotice } from "~/ui/failure-notice";
import { ModalWindow } from "~/ui/modal-window";
import { failureFromError } from "~/ui/read-failure";
import { useNotifyLateFailure } from "~/ui/use-dialog-failure";

interface ShareDialogProps {
  /** The work. */
  id: string;
  opened: boolean;
  onClose: () => void;
}

/** Makes a work public by a link, changes what the link shows, and ends it. Loaded when it is first opened. */
export function ShareDialog({ id, opened, onClose }: ShareDialogProps) {
  const t = useTranslations("sharing");
  return (
    <ModalWindow
      opened={opened}
      onClose={onClose}
      title={t("title")}
      centered
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <Sharing id={id} />
    </ModalWindow>
  );
}

function Sharing({ id }: { id: string }) {
  const t = useTranslations("sharing");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const link = useQuery(trpc.sharing.get.queryOptions({ id }, { staleTime: 0 }));
  const [wantsPrompt, setWantsPrompt] = useState(false);
  const queryKey = trpc.sharing.get.queryKey({ id });
  // After a failure the dialog shows what holds: the server may have done it, or another tab may have been faster.
  const notifyLateFailure = useNotifyLateFailure();
  const onError = (error: unknown) => {
    notifyLateFailure(error);
    void queryClient.invalidateQueries({ queryKey });
  };
  const save = useMutation(
    trpc.sharing.save.mutationOptions({
      onMutate: () => {
        stop.reset();
      },
      onSuccess: (saved) => queryClient.setQueryData(queryKey, saved),
      onError,
    }),
  );
  const stop = useMutation(
    trpc.sharing.stop.mutationOptions({
      onMutate: () => {
        save.reset();
      },
      onSuccess: () => {
        queryClient.setQueryData(queryKey, null);
        notifications.show({ message: t("stopped") });
      },
      onError,
    }),
  );
  const isSaved = save.variables?.showPrompt === link.data?.showPrompt;
  const isStopped = link.data === null;
  const error = link.error ?? (isSaved ? null : save.error) ?? (isStopped ? null : stop.error);
  const isPending = save.isPending || stop.isPending;
  const showPrompt = save.isPending ? save.variables.showPrompt : (link.data?.showPrompt ?? wantsPrompt);
  return (
    <Stack>
      {error ? <FailureNotice failure={failureFromError(error)} /> : null}
      <div>
        <Text size="sm" fw={500}>
          {t("who")}
        </Text>
        <Text size="sm" c="dimmed">
          {t("what")}
        </Text>
      </div>
      {link.isPending ? (
        <Loader size="sm" mx="auto" aria-label={t("loading")} />
      ) : (
        <>
          <Checkbox
            label={t("showPrompt")}
            checked={showPrompt}
            disabled={isPending}
            onChange={({ currentTarget: { checked } }) => {
              setWantsPrompt(checked);
              // Of a link that has ended meanwhile it makes no new one.
              if (link.data) save.mutate({ id, showPrompt: checked, token: link.data.token });
            }}
          />
          {link.data ? (
            <LinkField token={link.data.token} isStopping={stop.isPending} onStop={() => stop.mutate({ id })} />
          ) : (
            <Group justify="flex-end">
              <Button
                loading={save.isPending}
                leftSection={<IconLink size={16} aria-hidden />}
                onClick={() => save.mutate({ id, showPrompt })}
              >
                {t("create")}
              </Button>
            </Group>
          )}
        </>
      )}
    </Stack>
  );
}

interface LinkFieldProps {
  token: string;
  isStopping: boolean;
  onStop: () => void;
}

function LinkField({ token, isStopping, onStop }: LinkFieldProps) {
  const t = useTranslations("sharing");
  const path = useLocalePath();
  const address = `${window.location.origin}${path(`/s/${token}`)}`;
  return (
    <>
      <TextInput label={t("link")} value={address} readOnly onFocus={(event) => event.currentTarget.select()} />
      <Group justify="space-between" gap="xs">
        <Button variant="subtle" color="red" loading={isStopping} onClick={onStop}>
          {t("stop")}
        </Button>
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button onClick={copy}>
              <span aria-live="polite">{copied ? t("copied") : t("copy")}</span>
            </Button>
          )}
        </CopyButton>
      </Group>
    </>
  );
}
