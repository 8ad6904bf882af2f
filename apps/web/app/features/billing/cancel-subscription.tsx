import type { ApiOutputs } from "@app/api/root";
import { cancelModeOf, renews } from "@app/core/billing/subscription-status";
import { Alert, Button, Group, List, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useTRPCClient } from "~/trpc/client";
import { FailureNotice } from "~/ui/failure-notice";
import { Dialog } from "~/ui/lazy-dialogs";
import { useDialogFailure, useNotifyLateFailure } from "~/ui/use-dialog-failure";
import { useReloadData } from "~/ui/use-reload-data";
import { pollUntil } from "../credits/poll-until";
import { useCatalogueItemName } from "../pricing/describe-offer";

type BillingOverview = ApiOutputs["billing"]["overview"];

interface CancelButtonProps {
  subscription: BillingOverview["subscriptions"][number];
  billing: BillingOverview;
}

export function CancelButton({ subscription, billing }: CancelButtonProps) {
  const t = useTranslations("billing");
  const name = useCatalogueItemName();
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={t("cancel.titled", { plan: name(subscription.planKey) })}
        onClick={open}
      >
        {t("cancel.button")}
      </Button>
      <CancelDialog subscription={subscription} billing={billing} isOpen={isOpen} onClose={close} />
    </>
  );
}

interface CancelDialogProps extends CancelButtonProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Explains the effects of the cancellation, then requests it from the provider. */
function CancelDialog({ subscription, billing, isOpen, onClose }: CancelDialogProps) {
  const t = useTranslations("billing");
  const format = useFormat();
  const name = useCatalogueItemName();
  const cancellation = useCancellation(subscription.id);
  const { failure, onExitTransitionEnd } = useDialogFailure(isOpen, cancellation);
  const plan = name(subscription.planKey);
  const date = format.date(subscription.currentPeriodEnd);
  const isImmediate = cancelModeOf(subscription.status) === "immediate";
  const instalments = billing.instalmentPlans.find(({ subscriptionId }) => subscriptionId === subscription.id);
  const coming = instalments && !instalments.isPaused ? instalments.coming : [];
  const lastInstalment = coming.at(-1);
  const cancel = () =>
    cancellation.mutate(undefined, {
      onSuccess: ({ isConfirmed }) => {
        if (!isConfirmed) return;
        onClose();
        const message = isImmediate ? t("cancel.doneNow", { plan }) : t("cancel.done", { plan, date });
        notifications.show({ message, closeButtonProps: { "aria-label": t("close") } });
      },
    });
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={onExitTransitionEnd}
      title={t("cancel.titled", { plan })}
      centered
      styles={{ title: { fontWeight: 600 } }}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <Stack gap="md">
        <List spacing="xs">
          <List.Item>{isImmediate ? t("cancel.now", { plan }) : t("cancel.runs", { plan, date })}</List.Item>
          <List.Item>{t("cancel.credits", { credits: Math.max(billing.credits, 0) })}</List.Item>
          {lastInstalment ? (
            <List.Item>
              {t("cancel.instalments", {
                count: coming.length,
                credits: coming.reduce((sum, { credits }) => sum + credits, 0),
                date: format.date(lastInstalment.grantAt),
              })}
            </List.Item>
          ) : null}
        </List>
        {failure ? <FailureNotice failure={failure} /> : null}
        {cancellation.data?.isConfirmed === false ? (
          <Alert role="status" color="yellow">
            {t("cancel.late")}
          </Alert>
        ) : null}
        <Text size="sm" c="dimmed" role="status">
          {cancellation.isPending ? t("cancel.waiting") : ""}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t("cancel.keep")}
          </Button>
          <Button color="red.9" loading={cancellation.isPending} onClick={cancel}>
            {t("cancel.confirm")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Requests a cancellation and polls until a webhook of the provider has confirmed it. */
function useCancellation(subscriptionId: string) {
  const api = useTRPCClient();
  const reloadData = useReloadData();
  return useMutation({
    mutationFn: async () => {
      await api.billing.cancel.mutate({ subscriptionId });
      const isCanceled = async () => {
        const { subscriptions } = await api.billing.overview.query();
        const isRenewing = subscriptions.some(({ id, status }) => id === subscriptionId && renews(status));
        return isRenewing ? null : true;
      };
      const isConfirmed = (await pollUntil(isCanceled, new AbortController().signal)) !== null;
      return { isConfirmed };
    },
    onSuccess: () => reloadData(),
    onError: useNotifyLateFailure(),
  });
}
