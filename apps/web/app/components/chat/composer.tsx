import { CHAT_COST_CREDITS } from "@app/core/credits/costs";
import { Button, Group, Text, Textarea } from "@mantine/core";
import type { FormEvent, KeyboardEvent } from "react";

const ROWS_MAX = 8;

interface ComposerProps {
  draft: string;
  onDraft: (draft: string) => void;
  onSend: () => void;
  isAnswering: boolean;
  onStop: () => void;
}

/** Where a message is written. Enter sends it, Shift and Enter begin a new line. */
export function Composer({ draft, onDraft, onSend, isAnswering, onStop }: ComposerProps) {
  const canSend = !isAnswering && draft.trim() !== "";
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (canSend) onSend();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is being composed, as in Chinese, Enter belongs to the input method.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    onSubmit(event);
  };
  return (
    <form onSubmit={onSubmit}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <Textarea
          aria-label="Message"
          placeholder="Write a message"
          autosize
          minRows={1}
          maxRows={ROWS_MAX}
          value={draft}
          onChange={(event) => onDraft(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          style={{ flex: 1 }}
        />
        {isAnswering ? (
          <Button variant="default" onClick={onStop}>
            Stop
          </Button>
        ) : (
          <Button type="submit" disabled={!canSend}>
            Send
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed" mt={4} ta="right">
        {CHAT_COST_CREDITS} credits a message
      </Text>
    </form>
  );
}
