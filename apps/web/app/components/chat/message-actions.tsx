import { ActionIcon, Tooltip } from "@mantine/core";
import IconPencil from "@tabler/icons-react/dist/esm/icons/IconPencil.mjs";
import IconRefresh from "@tabler/icons-react/dist/esm/icons/IconRefresh.mjs";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { CopyAction } from "./copy-action";
import classes from "./message-log.module.css";

interface MessageActionsProps {
  text: string;
  isOwn: boolean;
  onEdit: (() => void) | null;
  onRetry: (() => void) | null;
}

/** What can be done with a message. */
export function MessageActions({ text, isOwn, onEdit, onRetry }: MessageActionsProps) {
  const t = useTranslations("chat");
  return (
    <div className={classes["actions"]}>
      <CopyAction text={text} label={isOwn ? t("copyMessage") : t("copyAnswer")} />
      {onEdit ? (
        <ActionButton label={t("edit")} onClick={onEdit}>
          <IconPencil size={16} aria-hidden />
        </ActionButton>
      ) : null}
      {onRetry ? (
        <ActionButton label={t("retry")} onClick={onRetry}>
          <IconRefresh size={16} aria-hidden />
        </ActionButton>
      ) : null}
    </div>
  );
}

function ActionButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
