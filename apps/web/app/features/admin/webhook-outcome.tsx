import { Badge, Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRevalidator } from "@remix-run/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { useFailureText } from "~/ui/failure";
import { failureFromError } from "~/ui/read-failure";

export const WEBHOOK_OUTCOMES = ["granted", "duplicate", "updated", "recorded", "rejected", "received"] as const;

const COLOR_BY_OUTCOME: ReadonlyMap<string, string> = new Map([
  ["granted", "mint"],
  ["updated", "mint"],
  ["rejected", "red"],
  ["received", "yellow"],
]);

/** What became of a delivery of the provider, in a word. */
export function useOutcomeName(): (outcome: string) => string {
  const t = useTranslations("admin");
  return (outcome) => {
    const known = WEBHOOK_OUTCOMES.find((word) => word === outcome);
    return known ? t(`outcome.${known}`) : outcome;
  };
}

export function OutcomeBadge({ outcome }: { outcome: string }) {
  const outcomeName = useOutcomeName();
  return (
    <Badge
      variant="light"
      tt="none"
      miw="max-content"
      color={COLOR_BY_OUTCOME.get(outcome) ?? "gray"}
      c="var(--mantine-color-text)"
    >
      {outcomeName(outcome)}
    </Badge>
  );
}

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
