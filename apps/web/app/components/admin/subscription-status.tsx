import { Badge } from "@mantine/core";
import { useAdminLabels } from "./use-names";

const COLOR_BY_STATUS: ReadonlyMap<string, string> = new Map([
  ["active", "mint"],
  ["trialing", "mint"],
  ["past_due", "yellow"],
  ["unpaid", "yellow"],
  ["scheduled_cancel", "yellow"],
]);

/** Where a subscription stands, in a word. */
export function SubscriptionStatusBadge({ status }: { status: string }) {
  const names = useAdminLabels();
  return (
    <Badge
      variant="light"
      tt="none"
      miw="max-content"
      color={COLOR_BY_STATUS.get(status) ?? "gray"}
      c="var(--mantine-color-text)"
    >
      {names.status(status)}
    </Badge>
  );
}
