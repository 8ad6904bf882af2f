import type { ApiInputs } from "@app/api/root";
import { Button, Stack } from "@mantine/core";
import { useLocalePath } from "~/i18n/use-locale-path";
import { useTRPCClient } from "~/trpc/client";
import { FailureNotice } from "../failure/failure-notice";
import { readFailure } from "../failure/read-failure";
import { OfferGrid } from "../pricing/offer-grid";
import { useKeyedMutation } from "../submission/use-keyed-mutation";
import { rememberBalance } from "./remembered-balance";

/** Everything on sale. Buying leads to the provider's checkout and from there back to this page. */
export function PlanPicker({ planKey, credits }: { planKey: string; credits: number }) {
  const path = useLocalePath();
  const api = useTRPCClient();
  const checkout = useKeyedMutation({
    call: (purchase: ApiInputs["billing"]["checkout"], options) => api.billing.checkout.mutate(purchase, options),
    onSuccess: ({ url }) => {
      rememberBalance(credits);
      window.location.assign(url);
    },
  });
  const buy = (key: Parameters<typeof checkout.mutate>[0]["key"]) => {
    const billing = `${window.location.origin}${path("/billing")}`;
    checkout.mutate({ key, successUrl: `${billing}?success=1`, cancelUrl: billing });
  };
  return (
    <Stack gap="md">
      {checkout.error ? <FailureNotice failure={readFailure(checkout.error)} /> : null}
      <OfferGrid
        currentPlanKey={planKey}
        actionFor={(item) => (
          <Button
            variant={item.kind === "one_time" ? "default" : "light"}
            fullWidth
            loading={checkout.isPending && checkout.variables.key === item.key}
            disabled={checkout.isPending}
            onClick={() => buy(item.key)}
          >
            {item.kind === "one_time" ? "Buy the pack" : `Buy ${item.name}`}
          </Button>
        )}
      />
    </Stack>
  );
}
