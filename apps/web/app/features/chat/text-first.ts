/**
 * The replies that the server renders as Markdown have this many characters together. A hundred long replies took it seconds, in which it
 * served nobody else.
 */
const RENDERED_MAX_CHARACTERS = 24_000;

/**
 * Marks the replies that a page shows as plain text at first, until the browser renders them: all before the newest ones. The newest is never
 * among them.
 */
export function markTextFirst<Message extends { id: string; role: string; content: string }>(
  messages: readonly Message[],
): (Message & { isTextFirst?: true })[] {
  let characters = 0;
  const later = messages
    .filter(({ role }) => role === "assistant")
    .reverse()
    .filter(({ content }, index) => {
      characters += content.length;
      return index > 0 && characters > RENDERED_MAX_CHARACTERS;
    });
  const ids = new Set(later.map(({ id }) => id));
  return messages.map((message) => (ids.has(message.id) ? { ...message, isTextFirst: true } : message));
}
