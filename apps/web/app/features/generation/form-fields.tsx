import { PROMPT_MAX_CHARACTERS } from "@app/core/generation/generation-limits";
import { Input, SegmentedControl, Text, Textarea } from "@mantine/core";
import { type KeyboardEvent, useId, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { useTextBeforeHydration } from "~/ui/use-text-before-hydration";
import { SEPARATOR_CHARACTERS_MAX } from "./compose-prompt";

const ROWS_MIN = 3;
const ROWS_MAX = 12;

interface PromptFieldProps {
  value: string;
  onChange: (prompt: string) => void;
  placeholder: string;
  description?: string;
  error: string | null;
  /** Texts of presets, which are added to the prompt when it is sent. Shown below the field. */
  additions: readonly string[];
}

/** The prompt. Ctrl or ⌘ with Enter submits the form. */
export function PromptField(props: PromptFieldProps) {
  const { value, onChange, placeholder, description, error, additions } = props;
  const t = useTranslations("studio");
  const field = useRef<HTMLTextAreaElement>(null);
  useTextBeforeHydration(field, value, onChange);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
  };
  const reservedCharacters = additions.join("").length + additions.length * SEPARATOR_CHARACTERS_MAX;
  return (
    <div>
      <Textarea
        dir="auto"
        label={t("prompt")}
        description={description}
        placeholder={placeholder}
        autosize
        minRows={ROWS_MIN}
        maxRows={ROWS_MAX}
        maxLength={PROMPT_MAX_CHARACTERS - reservedCharacters}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        error={error}
        ref={field}
      />
      {additions.length > 0 ? (
        <Text size="xs" c="dimmed" mt={6} aria-live="polite">
          {t("preset.added", { text: additions.join(t("preset.separator")) })}
        </Text>
      ) : null}
    </div>
  );
}

interface SegmentedChoiceProps<Value extends string> {
  label: string;
  /** Keeps the label for screen readers only. */
  isLabelHidden?: boolean;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Explains the selected option. */
  description?: string;
}

export function SegmentedChoice<Value extends string>(props: SegmentedChoiceProps<Value>) {
  const { label, isLabelHidden = false, options, value, onChange, description } = props;
  const descriptionId = useId();
  return (
    <div>
      {isLabelHidden ? null : (
        <Input.Label component="span" mb={4}>
          {label}
        </Input.Label>
      )}
      <SegmentedControl
        fullWidth
        aria-label={label}
        {...(description ? { "aria-describedby": descriptionId } : {})}
        data={options.map((option) => ({ ...option }))}
        value={value}
        onChange={(selected) => {
          const option = options.find((candidate) => candidate.value === selected);
          if (option) onChange(option.value);
        }}
      />
      {description ? (
        <Text size="xs" c="dimmed" mt={6} id={descriptionId}>
          {description}
        </Text>
      ) : null}
    </div>
  );
}
