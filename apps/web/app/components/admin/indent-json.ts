const INDENT = 2;

/** JSON as people read it; a text that is no JSON stays as it is. */
export function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, INDENT);
  } catch {
    return text;
  }
}
