import type { ApiOutputs } from "@app/api/root";
import { renews } from "@app/core/billing/subscription-status";
import type { CatalogueItem, SubscriptionPlan } from "@app/core/catalogue/plans";
import { Button, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { BILLING_RETURN_PARAMETER, checkoutReturnUrls } from "../credits/return-address";
import { useCheckout } from "../credits/use-checkout";
import { useCatalogueItemName } from "../credits/use-item-name";
import { FailureNotice } from "../failure/failure-notice";
import { failureFromError } from "../failure/read-failure";
import { OfferGrid } from "../pricing/offer-grid";
import { ChangePlanDialog } from "./change-plan-dialog";

type Billing = ApiOutputs["billing"]["overview"];

/** Everything on sale. Buying leads to the provider's checkout and from there back to this page. */
export function PlanPicker({ billing }: { billing: Billing }) {
  const path = useLocalePath();
  const checkout = useCheckout();
  const [changeTo, setChangeTo] = useState<SubscriptionPlan | null>(null);
  const renewing = billing.subscriptions.filter(({ status }) => renews(status));
  const current = renewing[0];
  // One that has expired may be bought anew in its own place.
  const running = renewing.filter(({ status }) => status !== "expired");
  const buy = (key: CatalogueItem["key"], replaces?: string) =>
    checkout.mutate({
      key,
      ...checkoutReturnUrls(`${window.location.origin}${path("/billing")}`, BILLING_RETURN_PARAMETER),
      ...(replaces ? { replacesSubscriptionId: replaces } : {}),
    });
  return (
    <Stack gap="md">
      {checkout.error && !changeTo ? <FailureNotice failure={failureFromError(checkout.error)} /> : null}
      <OfferGrid
        currentPlanKey={running[0]?.planKey ?? billing.planKey}
        actionFor={(item) => (
          <OfferAction
            item={item}
            isCurrent={running.some(({ planKey }) => planKey === item.key)}
            isChange={current !== undefined}
            isPending={checkout.isPending}
            isBuying={checkout.isPending && checkout.variables.key === item.key}
            onChoose={() => (item.kind === "subscription" && current !== undefined ? setChangeTo(item) : buy(item.key))}
          />
        )}
      />
      {current ? (
        <ChangePlanDialog
          plan={changeTo}
          current={current}
          checkout={checkout}
          onClose={() => setChangeTo(null)}
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
