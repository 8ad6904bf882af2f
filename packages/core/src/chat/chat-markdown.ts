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
  return `\n## ${speaker} · ${minute(createdAt)}\n\n${withClosedFence(content.trim())}\n`;
}

/** The information after backticks holds none: that would be code within a line. */
const FENCE = /^ {0,3}(`{3,}(?!.*`)|~{3,})(.*)$/;

/** Ends a code block that the text leaves open, as an answer that was cut off does: it would swallow the messages after it. */
function withClosedFence(text: string): string {
  let open: string | null = null;
  for (const line of text.split("\n")) {
    const [, fence = "", rest = ""] = FENCE.exec(line.trimEnd()) ?? [];
    if (open === null) open = fence || null;
    else if (fence.startsWith(open) && rest === "") open = null;
  }
  return open === null ? text : `${text}\n${open}`;
}

const minute = (date: Date) => `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
