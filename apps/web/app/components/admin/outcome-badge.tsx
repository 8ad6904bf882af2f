import { Badge } from "@mantine/core";
import { useTranslations } from "use-intl/react";

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
