import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRevalidator } from "@remix-run/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { failureFromError } from "../failure/read-failure";
import { useFailureText } from "../failure/use-failure-text";
import { useOutcomeName } from "./outcome-badge";

/** Acts again on an event of the provider. What was granted once is not granted twice. */
export function ReplayWebhookButton({ eventId, label }: { eventId: string; label: string }) {
  const t = useTranslations("admin.webhooks");
  const trpc = useTRPC();
  const failureText = useFailureText();
  const outcomeName = useOutcomeName();
  const { revalidate } = useRevalidator();
  const replay = useMutation(
    trpc.admin.webhookEvents.replay.mutationOptions({
      onSuccess: ({ outcome, detail }) => {
        notifications.show({ title: t("replayed", { outcome: outcomeName(outcome) }), message: detail ?? "" });
        revalidate();
      },
      onError: (error) => {
        notifications.show({ title: t("notReplayed"), message: failureText(failureFromError(error)), color: "red" });
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
      aria-label={t("replayLabel", { event: label })}
    >
      {t("replay")}
    </Button>
  );
}
