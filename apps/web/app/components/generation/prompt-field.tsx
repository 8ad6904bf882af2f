import { PROMPT_MAX_CHARACTERS } from "@app/core/input/prompt";
import { Textarea } from "@mantine/core";
import type { KeyboardEvent } from "react";
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
