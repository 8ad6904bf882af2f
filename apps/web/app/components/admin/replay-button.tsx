import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRevalidator } from "@remix-run/react";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "~/trpc/client";
import { readFailure } from "../failure/read-failure";
import { useFailureText } from "../failure/use-failure-text";

/** Acts again on an event of the provider. What was granted once is not granted twice. */
export function ReplayButton({ eventId, label }: { eventId: string; label: string }) {
  const trpc = useTRPC();
  const failureText = useFailureText();
  const { revalidate } = useRevalidator();
  const replay = useMutation(
    trpc.admin.webhookEvents.replay.mutationOptions({
      onSuccess: ({ outcome, detail }) => {
        notifications.show({ title: `Replayed: ${outcome}`, message: detail ?? "", color: "mint" });
        revalidate();
      },
      onError: (error) => {
        notifications.show({ title: "Not replayed", message: failureText(readFailure(error)), color: "red" });
        revalidate();
      },
    }),
  );
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={replay.isPending}
      onClick={() => replay.mutate({ eventId })}
      aria-label={`Replay ${label}`}
    >
      Replay
    </Button>
  );
}
