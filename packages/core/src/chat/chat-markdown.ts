interface Conversation {
  title: string;
  messages: readonly { role: string; content: string; createdAt: Date }[];
}

/**
 * A conversation as a Markdown document. Messages are Markdown already and stay as they are.
 * @param speakers the headings of messages and answers
 */
export function chatMarkdown({ title, messages }: Conversation, speakers: { user: string; assistant: string }): string {
  const sections = messages.map(({ role, content, createdAt }) => {
    const speaker = role === "assistant" ? speakers.assistant : speakers.user;
    return `## ${speaker} · ${minute(createdAt)}\n\n${content.trim()}\n`;
  });
  return [`# ${title.replaceAll("\n", " ")}\n`, ...sections].join("\n");
}

const minute = (date: Date) => `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
