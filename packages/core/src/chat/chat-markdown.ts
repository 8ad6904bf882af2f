/*
 * A conversation as a Markdown document: its title, then a section for each message. Messages are Markdown already and stay as they are.
 */

export function markdownTitle(title: string): string {
  return `# ${title.replaceAll("\n", " ")}\n`;
}

/** @param speakers the headings of messages and answers */
export function markdownSection(
  { role, content, createdAt }: { role: string; content: string; createdAt: Date },
  speakers: { user: string; assistant: string },
): string {
  const speaker = role === "assistant" ? speakers.assistant : speakers.user;
  return `\n## ${speaker} · ${minute(createdAt)}\n\n${content.trim()}\n`;
}

const minute = (date: Date) => `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
