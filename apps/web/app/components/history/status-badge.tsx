import { Badge } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { statusOf } from "./generation";

const COLORS = { pending: "gray", processing: "blue", completed: "mint", failed: "red" } as const;

/** Where a generation stands, in a word. */
export function StatusBadge({ status }: { status: string }) {
  const t = useTranslations("generation");
  const word = statusOf({ status });
  return (
    <Badge color={COLORS[word]} variant="light" tt="none" miw="max-content">
      {t(`status.${word}`)}
    </Badge>
  );
}
