import { CHAT_COST_CREDITS } from "@app/core/credits/costs";
import { Button, Group, Text, Textarea } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { useTranslations } from "use-intl/react";
import { isSendKey } from "./is-send-key";
import { measureMessage } from "./message-length";
import classes from "./message-log.module.css";

const ROWS_MAX = 12;

interface MessageEditProps {
  text: string;
  onText: (text: string) => void;
  onCancel: () => void;
  onSend: () => void;
}

/** A message of the reader's while it is changed. Sent, it takes the place of all that followed it. */
export function MessageEdit({ text, onText, onCancel, onSend }: MessageEditProps) {
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

/** Once, when the field appears. */
function focusAtEnd(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
