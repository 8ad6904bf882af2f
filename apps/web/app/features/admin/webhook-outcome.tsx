import { Badge, Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { useFailureText } from "~/ui/failure";
import { failureFromError } from "~/ui/read-failure";
import { useReloadData } from "~/ui/use-reload-data";

export const WEBHOOK_OUTCOMES = ["granted", "duplicate", "updated", "recorded", "rejected", "received"] as const;

const COLOR_BY_OUTCOME: ReadonlyMap<string, string> = new Map([
  ["granted", "mint"],
  ["updated", "mint"],
  ["rejected", "red"],
  ["received", "yellow"],
]);

/** Returns a function that translates an outcome. An unknown outcome is returned unchanged. */
export function useOutcomeName(): (outcome: string) => string {
  const t = useTranslations("admin");
  return (outcome) => {
    const textKey = WEBHOOK_OUTCOMES.find((value) => value === outcome);
    return textKey ? t(`outcome.${textKey}`) : outcome;
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

/** Processes a webhook event again. Credits that were granted before are not granted twice. */
export function ReplayWebhookButton({ eventId, label }: { eventId: string; label: string }) {
  const t = useTranslations("admin.webhooks");
  const trpc = useTRPC();
  const failureText = useFailureText();
  const outcomeName = useOutcomeName();
  const reloadData = useReloadData();
  const replay = useMutation(
    trpc.admin.webhookEvents.replay.mutationOptions({
      onSuccess: ({ outcome, detail }) => {
        notifications.show({ title: t("replayed", { outcome: outcomeName(outcome) }), message: detail ?? "" });
        reloadData();
      },
      onError: (error) => {
        notifications.show({ title: t("notReplayed"), message: failureText(failureFromError(error)), color: "red" });
        reloadData();
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
