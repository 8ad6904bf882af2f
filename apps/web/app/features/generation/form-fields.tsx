import { PROMPT_MAX_CHARACTERS } from "@app/core/generation/generation-limits";
import { Input, SegmentedControl, Text, Textarea } from "@mantine/core";
import { type KeyboardEvent, useId } from "react";
import { useTranslations } from "use-intl/react";

const ROWS_MIN = 4;
const ROWS_MAX = 12;

interface PromptFieldProps {
  value: string;
  onChange: (prompt: string) => void;
  placeholder: string;
  description?: string;
  error: string | null;
}

/** What should be made, in words. Ctrl or ⌘ with Enter sends the form. */
export function PromptField({ value, onChange, placeholder, description, error }: PromptFieldProps) {
  const t = useTranslations("studio");
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
  };
  return (
    <Textarea
      label={t("prompt")}
      description={description}
      placeholder={placeholder}
      autosize
      minRows={ROWS_MIN}
      maxRows={ROWS_MAX}
      maxLength={PROMPT_MAX_CHARACTERS}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      error={error}
    />
  );
}

interface SegmentedChoiceProps<Value extends string> {
  label: string;
  /** The first of a form needs no label to be seen. */
  isLabelHidden?: boolean;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** What the chosen one means. */
  text?: string;
}

/** One of a few, all of them in sight. */
export function SegmentedChoice<Value extends string>(props: SegmentedChoiceProps<Value>) {
  const { label, isLabelHidden = false, options, value, onChange, text } = props;
  const textId = useId();
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
        {...(text ? { "aria-describedby": textId } : {})}
        data={options.map((option) => ({ ...option }))}
        value={value}
        onChange={(chosen) => {
          const option = options.find((candidate) => candidate.value === chosen);
          if (option) onChange(option.value);
        }}
      />
      {text ? (
        <Text size="xs" c="dimmed" mt={6} id={textId}>
          {text}
        </Text>
      ) : null}
    </div>
  );
}
