import type { ApiOutputs } from "@app/api/root";
import { type CatalogueItem, findPlan, type SubscriptionPlan } from "@app/core/billing/catalogue";
import { cancelModeOf, canResume, renews } from "@app/core/billing/subscription-status";
import { purchaseGrant } from "@app/core/credits/grants";
import { Button, Group, List, Stack, Text } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";
import type { Failure } from "~/ui/failure";
import { FailureNotice } from "~/ui/failure-notice";
import { Dialog } from "~/ui/lazy-dialogs";
import { failureFromError } from "~/ui/read-failure";
import { billingReturnUrls } from "../credits/checkout-return";
import { readPurchaseIntent, withoutPurchaseIntent } from "../credits/purchase-intent";
import { useCheckout } from "../credits/use-checkout";
import { useCycle } from "../pricing/billing-cycle";
import { ComparisonLink } from "../pricing/comparison-link";
import { CycleSwitch } from "../pricing/cycle-switch";
import { useCatalogueItemName } from "../pricing/describe-offer";
import { OfferGrid } from "../pricing/offers";
import { ResumeButton } from "./resume-subscription";

type Billing = ApiOutputs["billing"]["overview"];

/** The offers of a cycle, at first that of the current plan. Buying opens the provider's checkout, which returns to this page. */
export function PlanPicker({ billing }: { billing: Billing }) {
  const t = useTranslations("billing");
  const path = useLocalePath();
  const checkout = useCheckout();
  const [newPlan, setNewPlan] = useState<SubscriptionPlan | null>(null);
  const renewing = billing.subscriptions.filter(({ status }) => renews(status));
  const current = renewing[0];
  // An expired subscription can be replaced by the same plan.
  const running = renewing.filter(({ status }) => status !== "expired");
  const currentPlanKey = running[0]?.planKey ?? billing.planKey;
  const cycle = useCycle(findPlan(currentPlanKey)?.cycle);
  const buy = (key: CatalogueItem["key"], replacedId?: string) =>
    checkout.mutate({
      key,
      ...billingReturnUrls(path("/billing")),
      // This page does not show a plan that was bought in another browser meanwhile. Without this field both would renew.
      ...(replacedId ? { replacesSubscriptionId: replacedId } : { isFirstPlan: true }),
    });
  const isRunning = (item: CatalogueItem) => running.some(({ planKey }) => planKey === item.key);
  const choose = (item: CatalogueItem) =>
    item.kind === "subscription" && current !== undefined ? setNewPlan(item) : buy(item.key);
  const resumableAs = (item: CatalogueItem) =>
    billing.subscriptions.find((one) => one.planKey === item.key && canResume(one, billing.subscriptions, new Date()));
  usePurchaseIntent((item) => {
    if (!isRunning(item) && !resumableAs(item)) choose(item);
  });
  const failedKey = checkout.error && !newPlan ? checkout.variables.key : null;
  return (
    <Stack gap="md">
      <Text c="dimmed">
        {t("plans.text")} <ComparisonLink cycle={cycle} />
      </Text>
      <Group>
        <CycleSwitch current={cycle} hash="#plans" />
      </Group>
      <OfferGrid
        cycle={cycle}
        currentPlanKey={currentPlanKey}
        actionFor={(item) => (
          <OfferAction
            item={item}
            isCurrent={isRunning(item)}
            resumable={resumableAs(item)}
            isChange={current !== undefined}
            isPending={checkout.isPending}
            isBuying={checkout.isPending && checkout.variables.key === item.key}
            failure={failedKey === item.key ? failureFromError(checkout.error) : null}
            onChoose={() => choose(item)}
          />
        )}
      />
      {current ? (
        <ChangePlanDialog
          plan={newPlan}
          current={current}
          checkout={checkout}
          onClose={() => {
            checkout.withdraw();
            setNewPlan(null);
          }}
          onConfirm={(plan) => buy(plan.key, current.id)}
        />
      ) : null}
    </Stack>
  );
}

/**
 * Calls `onIntent` with the item that the address names, as chosen before signing in. Removes it from the address first, so that going back
 * from the checkout does not open it again.
 */
function usePurchaseIntent(onIntent: (item: CatalogueItem) => void): void {
  const [params] = useSearchParams();
  const latest = useRef(onIntent);
  latest.current = onIntent;
  const isHandled = useRef(false);
  useEffect(() => {
    const item = readPurchaseIntent(params);
    if (!item || isHandled.current) return;
    isHandled.current = true;
    const others = withoutPurchaseIntent(params).toString();
    const { pathname, hash } = window.location;
    // At once: the checkout may open before a navigation of the router has ended.
    window.history.replaceState(window.history.state, "", `${pathname}${others && `?${others}`}${hash}`);
    latest.current(item);
  }, [params]);
}

interface OfferActionProps {
  item: CatalogueItem;
  isCurrent: boolean;
  /** A canceled subscription of this plan. Resuming it costs nothing, and buying the plan again would be paid at once. */
  resumable: Billing["subscriptions"][number] | undefined;
  isChange: boolean;
  isPending: boolean;
  isBuying: boolean;
  /** Why this offer's checkout could not be opened. */
  failure: Failure | null;
  onChoose: () => void;
}

function OfferAction({
  item,
  isCurrent,
  resumable,
  isChange,
  isPending,
  isBuying,
  failure,
  onChoose,
}: OfferActionProps) {
  const t = useTranslations("billing");
  const name = useCatalogueItemName()(item.key);
  if (isCurrent) {
    return (
      <Button variant="default" fullWidth disabled>
        {t("offer.current")}
      </Button>
    );
  }
  if (resumable) return <ResumeButton subscription={resumable} fullWidth />;
  const isPack = item.kind === "one_time";
  const text = isPack ? t("offer.pack") : isChange ? t("offer.change", { name }) : t("offer.buy", { name });
  return (
    <Stack gap="xs">
      {failure ? <FailureNotice failure={failure} /> : null}
      <Button
        variant={isPack ? "default" : "light"}
        fullWidth
        loading={isBuying}
        disabled={isPending}
        onClick={onChoose}
      >
        {text}
      </Button>
    </Stack>
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
    <Dialog
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
          {checkout.error && checkout.variables.key === plan.key ? (
            <FailureNotice failure={failureFromError(checkout.error)} />
          ) : null}
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
    </Dialog>
  );
}
