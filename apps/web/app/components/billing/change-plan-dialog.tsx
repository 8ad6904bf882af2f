import type { ApiOutputs } from "@app/api/root";
import { cancelModeOf } from "@app/core/billing/subscription-status";
import type { SubscriptionPlan } from "@app/core/catalogue/plans";
import { purchaseGrant } from "@app/core/credits/purchase-grant";
import { Button, Group, List, Modal, Stack } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import type { useCheckout } from "../credits/use-checkout";
import { useCatalogueItemName } from "../credits/use-item-name";
import { FailureNotice } from "../failure/failure-notice";
import { failureFromError } from "../failure/read-failure";

interface ChangePlanDialogProps {
  /** The plan to change to; null while nothing is to be changed. */
  plan: SubscriptionPlan | null;
  current: ApiOutputs["billing"]["overview"]["subscriptions"][number];
  checkout: ReturnType<typeof useCheckout>;
  onClose: () => void;
  onConfirm: (plan: SubscriptionPlan) => void;
}

/** Says what a change of plan costs and what becomes of the present one. */
export function ChangePlanDialog({ plan, current, checkout, onClose, onConfirm }: ChangePlanDialogProps) {
  const t = useTranslations("billing");
  const format = useFormat();
  const name = useCatalogueItemName();
  const from = name(current.planKey);
  return (
    <Modal
      opened={plan !== null}
      onClose={onClose}
      title={plan ? t("change.title", { name: name(plan.key) }) : ""}
      centered
      styles={{ title: { fontWeight: 600 } }}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {plan ? (
        <Stack gap="md">
          <List spacing="xs">
            <List.Item>
              {t("change.pay", {
                price: format.money(plan.priceCents, plan.currency),
                name: name(plan.key),
                credits: purchaseGrant(plan).credits,
              })}
            </List.Item>
            <List.Item>
              {cancelModeOf(current.status) === "immediate"
                ? t("change.endsNow", { from })
                : t("change.ends", { from, date: format.date(current.currentPeriodEnd) })}
            </List.Item>
            <List.Item>{t("change.stays")}</List.Item>
          </List>
          {checkout.error ? <FailureNotice failure={failureFromError(checkout.error)} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("change.keep", { from })}
            </Button>
            <Button loading={checkout.isPending} onClick={() => onConfirm(plan)}>
              {t("change.confirm")}
            </Button>
          </Group>
        </Stack>
      ) : null}
    </Modal>
  );
}
