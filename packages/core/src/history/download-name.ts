const WORDS_MAX_CHARACTERS = 40;

/** The name a saved image or video gets: the day and the beginning of its prompt, in letters every system takes. */
export function downloadName(generation: { prompt: string; createdAt: Date }, extension: string): string {
  const words = generation.prompt
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, WORDS_MAX_CHARACTERS)
    .replaceAll(/^-+|-+$/g, "");
  const day = generation.createdAt.toISOString().slice(0, "YYYY-MM-DD".length);
  return `genmint-${day}${words ? `-${words}` : ""}.${extension}`;
}
