const LINKS_MAX = 20;

/** The http(s) addresses in a mail's text, each once, without the punctuation that follows them in prose. */
export function mailLinks(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? [];
  return [...new Set(found.map((link) => link.replace(/[.,;:!?]+$/, "")))].slice(0, LINKS_MAX);
}
