import type { ApiOutputs } from "@app/api/root";
import type { CatalogueItem, SubscriptionPlan } from "@app/core/billing/catalogue";
import { cancelModeOf, renews } from "@app/core/billing/subscription-status";
import { purchaseGrant } from "@app/core/credits/grants";
import { Button, Group, List, Modal, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";
import { FailureNotice } from "~/ui/failure-notice";
import { failureFromError } from "~/ui/read-failure";
import { BILLING_RETURN_PARAMETER, checkoutReturnUrls } from "../credits/checkout-return";
import { useCheckout } from "../credits/use-checkout";
import { useCatalogueItemName } from "../pricing/describe-offer";
import { OfferGrid } from "../pricing/offers";

type Billing = ApiOutputs["billing"]["overview"];

/** All offers. Buying opens the provider's checkout, which returns to this page. */
export function PlanPicker({ billing }: { billing: Billing }) {
  const path = useLocalePath();
  const checkout = useCheckout();
  const [newPlan, setNewPlan] = useState<SubscriptionPlan | null>(null);
  const renewing = billing.subscriptions.filter(({ status }) => renews(status));
  const current = renewing[0];
  // An expired subscription can be replaced by the same plan.
  const running = renewing.filter(({ status }) => status !== "expired");
  const buy = (key: CatalogueItem["key"], replacedId?: string) =>
    checkout.mutate({
      key,
      ...checkoutReturnUrls(`${window.location.origin}${path("/billing")}`, BILLING_RETURN_PARAMETER),
      ...(replacedId ? { replacesSubscriptionId: replacedId } : {}),
    });
  return (
    <Stack gap="md">
      {checkout.error && !newPlan ? <FailureNotice failure={failureFromError(checkout.error)} /> : null}
      <OfferGrid
        currentPlanKey={running[0]?.planKey ?? billing.planKey}
        actionFor={(item) => (
          <OfferAction
            item={item}
            isCurrent={running.some(({ planKey }) => planKey === item.key)}
            isChange={current !== undefined}
            isPending={checkout.isPending}
            isBuying={checkout.isPending && checkout.variables.key === item.key}
            onChoose={() => (item.kind === "subscription" && current !== undefined ? setNewPlan(item) : buy(item.key))}
          />
        )}
      />
      {current ? (
        <ChangePlanDialog
          plan={newPlan}
          current={current}
          checkout={checkout}
          onClose={() => setNewPlan(null)}
          onConfirm={(plan) => buy(plan.key, current.id)}
        />
      ) : null}
    </Stack>
  );
}

interface OfferActionProps {
  item: CatalogueItem;
  isCurrent: boolean;
  isChange: boolean;
  isPending: boolean;
  isBuying: boolean;
  onChoose: () => void;
}

function OfferAction({ item, isCurrent, isChange, isPending, isBuying, onChoose }: OfferActionProps) {
  const t = useTranslations("billing");
  const name = useCatalogueItemName()(item.key);
  if (isCurrent) {
    return (
      <Button variant="default" fullWidth disabled>
        {t("offer.current")}
      </Button>
    );
  }
  const isPack = item.kind === "one_time";
  const text = isPack ? t("offer.pack") : isChange ? t("offer.change", { name }) : t("offer.buy", { name });
  return (
    <Button variant={isPack ? "default" : "light"} fullWidth loading={isBuying} disabled={isPending} onClick={onChoose}>
      {text}
    </Button>
  );
}

interface ChangePlanDialogProps {
  /** The new plan, or null while the dialog is closed. */
  plan: SubscriptionPlan | null;
  current: Billing["subscriptions"][number];
  checkout: ReturnType<typeof useCheckout>;
  onClose: () => void;
  onConfirm: (plan: SubscriptionPlan) => void;
}

/** Explains the price of a plan change and when the current plan ends. */
function ChangePlanDialog({ plan, current, checkout, onClose, onConfirm }: ChangePlanDialogProps) {
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
