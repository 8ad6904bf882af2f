const INITIALS_MAX = 2;

/** What stands for a person in a small circle: the first letters of the name's first and last word, or of the address. */
export function initialsOf(person: { name: string | null; email: string }): string {
  const words = (person.name ?? "").split(/\s+/u).filter((word) => word !== "");
  const shown = words.length > 0 ? [words[0], words.length > 1 ? words.at(-1) : undefined] : [person.email];
  return shown
    .map((word) => Array.from(word ?? "")[0] ?? "")
    .slice(0, INITIALS_MAX)
    .join("")
    .toUpperCase();
}
