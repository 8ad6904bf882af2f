/** Largest number of earlier messages sent with a new one. */
export const CONTEXT_MESSAGES_MAX = 20;
/** Largest total length of the messages sent, including the new one: two of the longest. Bounds what a model reads for one charge. */
export const CONTEXT_MAX_CHARACTERS = 64_000;

export interface ChatTurn {
  role: "user" | "assistant";
  content: string;
}

/**
 * The turns sent to a model: the newest earlier messages that fit, oldest first, then the current one, which is always sent. Stops at
 * the first message that does not fit: a conversation with gaps would mislead the model.
 * @param earlierNewestFirst stored messages of the session without the current one
 */
export function contextWindow(
  earlierNewestFirst: readonly { role: string; content: string }[],
  current: string,
): ChatTurn[] {
  const turns: ChatTurn[] = [{ role: "user", content: current }];
  let charactersLeft = CONTEXT_MAX_CHARACTERS - current.length;
  for (const message of earlierNewestFirst.slice(0, CONTEXT_MESSAGES_MAX)) {
    charactersLeft -= message.content.length;
    if (charactersLeft < 0) break;
    turns.push(toTurn(message));
  }
  return turns.reverse();
}

function toTurn({ role, content }: { role: string; content: string }): ChatTurn {
  return { role: role === "assistant" ? "assistant" : "user", content };
}

/** A session's title: the first characters of its first message, counted in code points so that no emoji is cut in half. */
export function sessionTitle(message: string): string {
  // A code point is at most two UTF-16 units, so this slice is enough and a long message is not spread into an array.
  return Array.from(message.slice(0, 2 * TITLE_MAX_CHARACTERS))
    .slice(0, TITLE_MAX_CHARACTERS)
    .join("");
}

/** Longest message, title and custom instructions. Not in chat-input.ts, so that pages can import them without the schemas. */
export const MESSAGE_MAX_CHARACTERS = 32_000;
export const TITLE_MAX_CHARACTERS = 100;
/** The newest messages of a chat that are loaded, and how many can be asked for. */
export const TRANSCRIPT_MESSAGES = 200;
export const TRANSCRIPT_MESSAGES_MAX = 1_000;
/** Every message of the user carries them to the model. */
export const INSTRUCTIONS_MAX_CHARACTERS = 2_000;

export const CHAT_TEMPERATURE = 0.7;
export const CHAT_TOP_P = 0.95;
export const CHAT_MAX_TOKENS = 2048;
