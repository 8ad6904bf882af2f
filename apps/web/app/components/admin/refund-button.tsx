import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "~/trpc/client";
import { readFailure } from "../failure/read-failure";
import { useFailureText } from "../failure/use-failure-text";
import { useDeedDone } from "./use-deed-done";

/** Returns the credits of a failed generation. A second time is refused, and says so. */
export function RefundButton({ generationId, label }: { generationId: string; label: string }) {
  const trpc = useTRPC();
  const failureText = useFailureText();
  const done = useDeedDone();
  const refund = useMutation(
    trpc.admin.refundGeneration.mutationOptions({
      onSuccess: () => done("The credits are returned"),
      onError: (error) =>
        notifications.show({ title: "Not refunded", message: failureText(readFailure(error)), color: "red" }),
    }),
  );
  return (
    <Button
      size="compact-sm"
      variant="default"
      mt="xs"
      loading={refund.isPending}
      onClick={() => refund.mutate({ generationId })}
      aria-label={`Refund ${label}`}
    >
      Refund
    </Button>
  );
}
