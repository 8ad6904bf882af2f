import { useMutation } from "@tanstack/react-query";
import { useLocale } from "use-intl/react";
import { failureFromError } from "~/components/failure/read-failure";
import { useFailureText } from "~/components/failure/use-failure-text";
import { useTRPC } from "~/trpc/client";

/** Has the mail sent again whose link confirms the address of whoever is signed in. */
export function useRequestVerification() {
  const locale = useLocale();
  const trpc = useTRPC();
  const failureText = useFailureText();
  const sending = useMutation(trpc.account.requestVerification.mutationOptions());
  return {
    send: () => sending.mutate({ locale }),
    isSending: sending.isPending,
    isSent: sending.isSuccess,
    /** Null while nothing has gone wrong. */
    failure: sending.error ? failureText(failureFromError(sending.error)) : null,
  };
}
