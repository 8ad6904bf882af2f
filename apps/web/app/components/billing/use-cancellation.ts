import { renews } from "@app/core/billing/subscription-status";
import { useRevalidator } from "@remix-run/react";
import { useMutation } from "@tanstack/react-query";
import { useTRPCClient } from "~/trpc/client";
import { pollUntil } from "../credits/wait-for";

/** Asks for a cancellation and waits until the provider has announced it: only then has it happened. */
export function useCancellation(subscriptionId: string) {
  const api = useTRPCClient();
  const { revalidate } = useRevalidator();
  return useMutation({
    mutationFn: async () => {
      await api.billing.cancel.mutate({ subscriptionId });
      const look = async () => {
        const { subscriptions } = await api.billing.overview.query();
        const isRenewing = subscriptions.some(({ id, status }) => id === subscriptionId && renews(status));
        return isRenewing ? null : true;
      };
      const isAnnounced = (await pollUntil(look, new AbortController().signal)) !== null;
      return { isAnnounced };
    },
    onSuccess: () => revalidate(),
  });
}
