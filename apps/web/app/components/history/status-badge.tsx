import { Badge } from "@mantine/core";

const LOOKS: ReadonlyMap<string, { color: string; text: string }> = new Map([
  ["pending", { color: "gray", text: "Waiting" }],
  ["processing", { color: "blue", text: "In progress" }],
  ["completed", { color: "mint", text: "Done" }],
  ["failed", { color: "red", text: "Failed" }],
]);

/** Where a generation stands, in a word. */
export function StatusBadge({ status }: { status: string }) {
  const look = LOOKS.get(status) ?? { color: "gray", text: status };
  return (
    <Badge color={look.color} variant="light" tt="none" miw="max-content">
      {look.text}
    </Badge>
  );
}
