import { MESSAGE_MAX_CHARACTERS } from "@app/core/chat/conversation";
import type { TextModel } from "@app/core/chat/text-models";
import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import IconArrowUp from "@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs";
import IconPlayerStopFilled from "@tabler/icons-react/dist/esm/icons/IconPlayerStopFilled.mjs";
import type { FormEvent, KeyboardEvent, ReactNode, RefObject } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useTextBeforeHydration } from "~/ui/use-text-before-hydration";
import { LowBalanceHint } from "../credits/out-of-credits";
import classes from "./composer.module.css";

const ROWS_MAX = 8;

interface ComposerProps {
  draft: string;
  onDraft: (draft: string) => void;
  models: readonly TextModel[];
  model: TextModel | undefined;
  onModel: (name: string) => void;
  onSend: () => void;
  isReplying: boolean;
  onStop: () => void;
  fieldRef: RefObject<HTMLTextAreaElement>;
}

/** The form for writing a message. Enter sends, Shift+Enter starts a new line. With a touch keyboard Enter starts a new line, too. */
export function Composer({
  draft,
  onDraft,
  models,
  model,
  onModel,
  onSend,
  isReplying,
  onStop,
  fieldRef,
}: ComposerProps) {
  const costCredits = model?.credits ?? 0;
  const t = useTranslations("chat");
  const { isTooLong } = measureMessage(draft);
  useTextBeforeHydration(fieldRef, draft, onDraft);
  const canSend = !isReplying && draft.trim() !== "" && !isTooLong;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (canSend) onSend();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isSendKey(event)) onSubmit(event);
  };
  return (
    <Stack gap="xs">
      <LowBalanceHint costCredits={costCredits} />
      <form onSubmit={onSubmit} className={classes["composer"]}>
        <Textarea
          dir="auto"
          aria-label={t("message")}
          placeholder={t("placeholder")}
          variant="unstyled"
          size="md"
          autosize
          minRows={1}
          maxRows={ROWS_MAX}
          value={draft}
          aria-invalid={isTooLong}
          onChange={(event) => onDraft(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          ref={fieldRef}
        />
        <Group gap="xs" justify="space-between" wrap="nowrap">
          {models.length > 1 ? <ModelSelect models={models} model={model} onModel={onModel} /> : null}
          <LengthHint text={draft}>
            <Text size="xs" c="dimmed" visibleFrom="xs">
              {isReplying ? t("keysReplying") : t("keys")}
            </Text>
          </LengthHint>
          {isReplying ? (
            <Button
              variant="default"
              ml="auto"
              leftSection={<IconPlayerStopFilled size={16} aria-hidden />}
              onClick={onStop}
            >
              {t("stop")}
            </Button>
          ) : (
            <Button
              type="submit"
              ml="auto"
              disabled={!canSend}
              leftSection={<IconArrowUp size={16} aria-hidden />}
              style={{ flexShrink: 0 }}
            >
              {t("send", { credits: costCredits })}
            </Button>
          )}
        </Group>
      </form>
    </Stack>
  );
}

function ModelSelect({ models, model, onModel }: Pick<ComposerProps, "models" | "model" | "onModel">) {
  const t = useTranslations("chat");
  return (
    <select
      aria-label={t("chooseModel")}
      className={classes["model"]}
      value={model?.name}
      onChange={(event) => onModel(event.currentTarget.value)}
    >
      {models.map(({ name, credits }) => (
        <option key={name} value={name}>
          {t("modelPrice", { model: name, credits })}
        </option>
      ))}
    </select>
  );
}

/** Shows the length of a message near the limit, otherwise the children. */
export function LengthHint({ text, children }: { text: string; children: ReactNode }) {
  const t = useTranslations("chat");
  const format = useFormat();
  const { characters, isNearLimit, isTooLong } = measureMessage(text);
  if (!isNearLimit) return <>{children}</>;
  const length = { length: format.number(characters), max: format.number(MESSAGE_MAX_CHARACTERS) };
  return (
    <Text size="xs" {...(isTooLong ? { c: "red" } : { c: "dimmed" })} role="status">
      {isTooLong ? t("tooLong", length) : t("length", length)}
    </Text>
  );
}

/** From here on the length is shown. */
const NEAR_LIMIT_CHARACTERS = MESSAGE_MAX_CHARACTERS * 0.9;

interface MessageLength {
  characters: number;
  isNearLimit: boolean;
  isTooLong: boolean;
}

/** The length of a message in code points, as the server counts it: an emoji is one character. */
export function measureMessage(message: string): MessageLength {
  // There are never more code points than UTF-16 units, so short messages need no exact count.
  const characters = message.length < NEAR_LIMIT_CHARACTERS ? message.length : Array.from(message).length;
  return {
    characters,
    isNearLimit: characters >= NEAR_LIMIT_CHARACTERS,
    isTooLong: characters > MESSAGE_MAX_CHARACTERS,
  };
}

/**
 * Enter, alone or with Ctrl or ⌘. While an input method composes text, as in Chinese, Enter confirms the composition instead. On a touch
 * keyboard Enter alone is the only way to a new line.
 */
export function isSendKey(event: KeyboardEvent): boolean {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return false;
  return event.ctrlKey || event.metaKey || !window.matchMedia(TOUCH_KEYBOARD).matches;
}

const TOUCH_KEYBOARD = "(hover: none) and (pointer: coarse)";
