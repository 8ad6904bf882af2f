import { PROMPT_MAX_CHARACTERS } from "@app/core/generation/generation-limits";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";

/** A prompt that ends with one of these needs no separator. */
const SENTENCE_END = /[.!?,;:…。！？，；：]$/u;

/** The prompt with the texts of the presets behind it. */
export function composePrompt(prompt: string, additions: readonly string[], separator: string): string {
  return additions.reduce(
    (text, addition) => (text === "" ? addition : `${text}${SENTENCE_END.test(text) ? " " : separator}${addition}`),
    prompt.trim(),
  );
}

/** The composed prompt, and why it cannot be sent; null if it can. */
export function usePromptWithPresets(prompt: string, additions: readonly string[]) {
  const t = useTranslations("studio");
  const format = useFormat();
  const composed = composePrompt(prompt, additions, t("preset.separator"));
  // In code points, as the service counts: an emoji is one character.
  const characters = Array.from(composed).length;
  const length = { length: format.number(characters), max: format.number(PROMPT_MAX_CHARACTERS) };
  return { composed, tooLongText: characters > PROMPT_MAX_CHARACTERS ? t("promptTooLong", length) : null };
}

/** Of the longest separator. */
export const SEPARATOR_CHARACTERS_MAX = 2;
