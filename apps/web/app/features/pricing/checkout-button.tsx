import type { CatalogueItem } from "@app/core/billing/catalogue";
import { canResume, renews } from "@app/core/billing/subscription-status";
import { Button, type ButtonProps, Stack } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLocalePath } from "~/i18n/page-language";
import { useTRPCClient } from "~/trpc/client";
import { FailureNotice } from "~/ui/failure-notice";
import { failureFromError } from "~/ui/read-failure";
import { useIsStillHere } from "~/ui/use-is-still-here";
import { billingReturnUrls } from "../credits/checkout-return";
import { purchaseIntentPath } from "../credits/purchase-intent";
import { useCheckout } from "../credits/use-checkout";

interface CheckoutButtonProps extends ButtonProps {
  item: CatalogueItem;
  children: ReactNode;
}

/**
 * Opens an item's checkout for a signed-in user, and says next to the button if that fails. Subscribers are led to the billing page instead,
 * where a change of plan is explained before it is paid, and where a canceled plan is resumed instead of bought again.
 */
export function CheckoutButton({ item, children, ...button }: CheckoutButtonProps) {
  const api = useTRPCClient();
  const path = useLocalePath();
  const navigate = useNavigate();
  const checkout = useCheckout();
  const beginHere = useIsStillHere();
  const choice = useMutation({
    mutationFn: async () => {
      const isStillHere = beginHere();
      const { subscriptions } = await api.billing.overview.query();
      if (!isStillHere()) return;
      const isChange = item.kind === "subscription" && subscriptions.some(({ status }) => renews(status));
      const isResumable = subscriptions.some(
        (one) => one.planKey === item.key && canResume(one, subscriptions, new Date()),
      );
      if (isChange || isResumable) navigate(path(purchaseIntentPath(item.key)));
      else await checkout.mutateAsync({ key: item.key, ...billingReturnUrls(path("/billing")), isFirstPlan: true });
    },
  });
  return (
    <Stack gap="xs">
      {choice.error ? <FailureNotice failure={failureFromError(choice.error)} /> : null}
      <Button {...button} loading={choice.isPending} onClick={() => choice.mutate()}>
        {children}
      </Button>
    </Stack>
  );
}
