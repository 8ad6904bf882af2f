/** A pattern for "contains": the text's own wildcards stand for themselves. */
export function likePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, "\\$&");
}
