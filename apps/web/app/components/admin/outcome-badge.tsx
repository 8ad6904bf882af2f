import { Badge } from "@mantine/core";

const COLOR_BY_OUTCOME: ReadonlyMap<string, string> = new Map([
  ["granted", "mint"],
  ["updated", "blue"],
  ["rejected", "red"],
  ["received", "yellow"],
]);

/** What became of a delivery of the provider. */
export function OutcomeBadge({ outcome }: { outcome: string }) {
  return (
    <Badge variant="light" tt="none" miw="max-content" color={COLOR_BY_OUTCOME.get(outcome) ?? "gray"}>
      {outcome}
    </Badge>
  );
}
