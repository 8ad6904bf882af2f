/** A prompt that ends with one of these needs no separator. */
const SENTENCE_END = /[.!?,;:…。！？，；：]$/u;

/** The prompt with the texts of the presets behind it. */
export function composePrompt(prompt: string, additions: readonly string[], separator: string): string {
  return additions.reduce(
    (text, addition) => (text === "" ? addition : `${text}${SENTENCE_END.test(text) ? " " : separator}${addition}`),
    prompt.trim(),
  );
}

/** Of the longest separator. */
export const SEPARATOR_CHARACTERS_MAX = 2;
