/** Earlier messages that travel with a new one. */
export const CONTEXT_MESSAGES_MAX = 20;
/** Of all messages that travel together, the new one included: two of the longest. Bounds what a model is asked to read for one charge. */
export const CONTEXT_MAX_CHARACTERS = 64_000;

export interface ChatTurn {
  role: "user" | "assistant";
  content: string;
}

/**
 * The turns a model is asked with: the newest earlier messages that fit, oldest first, then the current one, which always travels. The
 * first message that does not fit ends it: a conversation with gaps would mislead the model.
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

/** The first characters of a session's first message, counted in code points so that no emoji is cut in half. */
export function sessionTitle(message: string): string {
  // A code point takes at most two units, so the cut-out holds enough of them without spreading a whole long message.
  return Array.from(message.slice(0, 2 * TITLE_MAX_CHARACTERS))
    .slice(0, TITLE_MAX_CHARACTERS)
    .join("");
}

/** Apart from the inputs they limit, so that a page can know them without the parser. */
export const MESSAGE_MAX_CHARACTERS = 32_000;
export const TITLE_MAX_CHARACTERS = 100;

export const CHAT_TEMPERATURE = 0.7;
export const CHAT_TOP_P = 0.95;
export const CHAT_MAX_TOKENS = 2048;
