import { Badge } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { statusOf } from "./generation";
import classes from "./status-badge.module.css";

const COLORS = { pending: "gray", processing: "blue", completed: "mint", failed: "red" } as const;

/** Where a generation stands, in a word. */
export function StatusBadge({ status }: { status: string }) {
  const t = useTranslations("generation");
  const word = statusOf({ status });
  return (
    <Badge
      color={COLORS[word]}
      variant="light"
      tt="none"
      miw="max-content"
      className={classes["badge"] ?? ""}
      data-status={word}
    >
      {t(`status.${word}`)}
    </Badge>
  );
}
