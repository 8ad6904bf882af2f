import type { ApiInputs } from "@app/api/root";
import { useRef } from "react";
import { useTRPCClient } from "~/trpc/client";
import { useBalance } from "~/ui/shell/viewer";
import { useIdempotentMutation } from "~/ui/use-idempotent-mutation";
import { useIsStillHere } from "~/ui/use-is-still-here";
import { saveBalanceBeforeCheckout } from "./checkout-return";

/**
 * Opens the provider's checkout, unless the user has left the page meanwhile, or closed the dialog, which calls `withdraw`. Idempotent:
 * retrying after a lost connection does not create a second checkout.
 */
export function useCheckout() {
  const api = useTRPCClient();
  const { credits } = useBalance();
  const beginHere = useIsStillHere();
  const isAwaited = useRef<() => boolean>(() => false);
  const mutation = useIdempotentMutation({
    operation: "checkout",
    call: (purchase: ApiInputs["billing"]["checkout"], options) => {
      isAwaited.current = beginHere();
      return api.billing.checkout.mutate(purchase, options);
    },
    onSuccess: ({ url }) => {
      if (!isAwaited.current()) return;
      saveBalanceBeforeCheckout(credits ?? 0);
      window.location.assign(url);
    },
    onError: () => {
      if (!isAwaited.current()) mutation.reset();
    },
  });
  const withdraw = () => {
    isAwaited.current = () => false;
    // Opened again, the dialog does not show the last failure.
    if (mutation.error) mutation.reset();
  };
  return { ...mutation, withdraw };
}
