import { Button, Group, Text, Textarea } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { useTranslations } from "use-intl/react";
import { isSendKey, LengthHint, measureMessage } from "./composer";
import classes from "./message-log.module.css";

const ROWS_MAX = 12;

interface MessageEditProps {
  costCredits: number;
  text: string;
  onText: (text: string) => void;
  onCancel: () => void;
  onSend: () => void;
}

/** Edits a message of the user. Sending it replaces the message and all that follow. */
export function MessageEdit({ costCredits, text, onText, onCancel, onSend }: MessageEditProps) {
  const t = useTranslations("chat");
  const canSend = text.trim() !== "" && !measureMessage(text).isTooLong;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.nativeEvent.isComposing) onCancel();
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
        dir="auto"
        aria-label={t("editing")}
        autosize
        maxRows={ROWS_MAX}
        value={text}
        ref={focusAtEnd}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Group justify="space-between" gap="xs" mt="xs">
        <LengthHint text={text}>
          <Text size="xs" c="dimmed">
            {t("editHint")}
          </Text>
        </LengthHint>
        <Group gap="xs" ml="auto">
          <Button variant="default" size="xs" onClick={onCancel}>
            {t("cancel")}
          </Button>
          <Button type="submit" size="xs" disabled={!canSend}>
            {t("send", { credits: costCredits })}
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
