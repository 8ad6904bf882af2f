import type { ApiInputs } from "@app/api/root";
import { useTRPCClient } from "~/trpc/client";
import { useBalance } from "~/ui/shell/viewer";
import { useIdempotentMutation } from "~/ui/use-idempotent-mutation";
import { saveBalanceBeforeCheckout } from "./checkout-return";

/** Opens the provider's checkout. Idempotent: retrying after a lost connection does not create a second checkout. */
export function useCheckout() {
  const api = useTRPCClient();
  const { credits } = useBalance();
  return useIdempotentMutation({
    operation: "checkout",
    call: (purchase: ApiInputs["billing"]["checkout"], options) => api.billing.checkout.mutate(purchase, options),
    onSuccess: ({ url }) => {
      saveBalanceBeforeCheckout(credits ?? 0);
      window.location.assign(url);
    },
  });
}
