/** Escapes the wildcards of LIKE in a search text, which Prisma's `contains` does not. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, "\\$&");
}
