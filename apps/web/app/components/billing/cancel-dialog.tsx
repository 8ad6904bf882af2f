import type { ApiOutputs } from "@app/api/root";
import { cancelModeOf } from "@app/core/billing/subscription-status";
import { Alert, Button, Group, List, Modal, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { useCatalogueItemName } from "../credits/use-item-name";
import { FailureNotice } from "../failure/failure-notice";
import { failureFromError } from "../failure/read-failure";
import { useCancellation } from "./use-cancellation";

type Billing = ApiOutputs["billing"]["overview"];

interface CancelDialogProps {
  subscription: Billing["subscriptions"][number];
  billing: Billing;
  isOpen: boolean;
  onClose: () => void;
}

/** Says what stays before a plan is let end, and what is asked of the provider. */
export function CancelDialog({ subscription, billing, isOpen, onClose }: CancelDialogProps) {
  const t = useTranslations("billing");
  const format = useFormat();
  const name = useCatalogueItemName();
  const cancellation = useCancellation(subscription.id);
  const plan = name(subscription.planKey);
  const date = format.date(subscription.currentPeriodEnd);
  const isImmediate = cancelModeOf(subscription.status) === "immediate";
  const instalments = billing.instalmentPlans.find(({ subscriptionId }) => subscriptionId === subscription.id);
  const coming = instalments && !instalments.isPaused ? instalments.coming : [];
  const last = coming.at(-1);
  const cancel = () =>
    cancellation.mutate(undefined, {
      onSuccess: ({ isAnnounced }) => {
        if (!isAnnounced) return;
        onClose();
        const message = isImmediate ? t("cancel.doneNow", { plan }) : t("cancel.done", { plan, date });
        notifications.show({ message, closeButtonProps: { "aria-label": t("close") } });
      },
    });
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t("cancel.titled", { plan })}
      centered
      styles={{ title: { fontWeight: 600 } }}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <Stack gap="md">
        <List spacing="xs">
          <List.Item>{isImmediate ? t("cancel.now", { plan }) : t("cancel.runs", { plan, date })}</List.Item>
          <List.Item>{t("cancel.credits", { credits: Math.max(billing.credits, 0) })}</List.Item>
          {last ? (
            <List.Item>
              {t("cancel.instalments", {
                count: coming.length,
                credits: coming.reduce((sum, { credits }) => sum + credits, 0),
                date: format.date(last.grantAt),
              })}
            </List.Item>
          ) : null}
        </List>
        {cancellation.error ? <FailureNotice failure={failureFromError(cancellation.error)} /> : null}
        {cancellation.data?.isAnnounced === false ? (
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
    </Modal>
  );
}
