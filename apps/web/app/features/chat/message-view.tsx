import { CHAT_COST_CREDITS } from "@app/core/credits/costs";
import { ActionIcon, Badge, Button, Group, Text, Textarea, Tooltip, VisuallyHidden } from "@mantine/core";
import IconPencil from "@tabler/icons-react/dist/esm/icons/IconPencil.mjs";
import IconRefresh from "@tabler/icons-react/dist/esm/icons/IconRefresh.mjs";
import type { KeyboardEvent, ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { isSendKey, measureMessage } from "./composer";
import type { ShownMessage } from "./conversation-state";
import { CopyAction } from "./copy-action";
import { LazyMarkdown } from "./lazy-markdown";
import { ThinkingIndicator } from "./message-log";
import classes from "./message-log.module.css";

interface MessageViewProps {
  message: ShownMessage;
  isLast: boolean;
  /** This is the reply that is being received. */
  isStreaming: boolean;
  /** The edited text; null while the message is not being edited. */
  editText: string | null;
  onEdit: (text: string | null) => void;
  onResend: (text: string) => void;
  /** False for replies, and for messages that are not stored yet. */
  canEdit: boolean;
  /** Null for all but the latest reply. */
  onRetry: (() => void) | null;
}

/** One message: the user's as plain text, a reply as Markdown. */
export function MessageView(props: MessageViewProps) {
  const { message, isLast, isStreaming, editText, onEdit, onResend, canEdit, onRetry } = props;
  const t = useTranslations("chat");
  const isOwn = message.role === "user";
  return (
    <article className={classes["message"]} data-role={message.role} data-latest={isLast || undefined}>
      <VisuallyHidden component="h2">{isOwn ? t("you") : t("reply")}</VisuallyHidden>
      {editText !== null ? (
        <MessageEdit text={editText} onText={onEdit} onCancel={() => onEdit(null)} onSend={() => onResend(editText)} />
      ) : (
        <>
          <MessageBody message={message} isStreaming={isStreaming} />
          {isStreaming ? null : (
            <MessageActions
              text={message.content}
              isOwn={isOwn}
              onEdit={canEdit ? () => onEdit(message.content) : null}
              onRetry={onRetry}
            />
          )}
        </>
      )}
    </article>
  );
}

function MessageBody({ message, isStreaming }: Pick<MessageViewProps, "message" | "isStreaming">) {
  const t = useTranslations("chat");
  if (message.role === "user") return <div className={classes["bubble"]}>{message.content}</div>;
  return (
    <div className={classes["reply"]}>
      {isStreaming && message.content === "" ? <ThinkingIndicator /> : <LazyMarkdown text={message.content} />}
      {message.interrupted ? (
        <Badge color="yellow" variant="light" mt="xs" tt="none">
          {t("interrupted")}
        </Badge>
      ) : null}
    </div>
  );
}

const ROWS_MAX = 12;

interface MessageEditProps {
  text: string;
  onText: (text: string) => void;
  onCancel: () => void;
  onSend: () => void;
}

/** Edits a message of the user. Sending it replaces the message and all that follow. */
function MessageEdit({ text, onText, onCancel, onSend }: MessageEditProps) {
  const t = useTranslations("chat");
  const canSend = text.trim() !== "" && !measureMessage(text).isTooLong;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onCancel();
    if (!isSendKey(event)) return;
    event.preventDefault();
    if (canSend) onSend();
  };
  return (
    <form
      className={classes["edit"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSend();
      }}
    >
      <Textarea
        aria-label={t("editing")}
        autosize
        maxRows={ROWS_MAX}
        value={text}
        ref={focusAtEnd}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Group justify="space-between" gap="xs" mt="xs">
        <Text size="xs" c="dimmed">
          {t("editHint")}
        </Text>
        <Group gap="xs" ml="auto">
          <Button variant="default" size="xs" onClick={onCancel}>
            {t("cancel")}
          </Button>
          <Button type="submit" size="xs" disabled={!canSend}>
            {t("send", { credits: CHAT_COST_CREDITS })}
          </Button>
        </Group>
      </Group>
    </form>
  );
}

/** A ref callback: runs once, when the field is mounted. */
function focusAtEnd(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

interface MessageActionsProps {
  text: string;
  isOwn: boolean;
  onEdit: (() => void) | null;
  onRetry: (() => void) | null;
}

function MessageActions({ text, isOwn, onEdit, onRetry }: MessageActionsProps) {
  const t = useTranslations("chat");
  return (
    <div className={classes["actions"]}>
      <CopyAction text={text} label={isOwn ? t("copyMessage") : t("copyReply")} />
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
