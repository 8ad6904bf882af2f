/** Earlier messages that travel with a new one. */
export const CONTEXT_MESSAGES_MAX = 20;

export interface ChatTurn {
  role: "user" | "assistant";
  content: string;
}

/**
 * The turns a model is asked with: the newest earlier messages, oldest first, then the current one.
 * @param earlierNewestFirst stored messages of the session without the current one
 */
export function contextWindow(
  earlierNewestFirst: readonly { role: string; content: string }[],
  current: string,
): ChatTurn[] {
  const turns = earlierNewestFirst.slice(0, CONTEXT_MESSAGES_MAX).map(toTurn).reverse();
  return [...turns, { role: "user", content: current }];
}

function toTurn({ role, content }: { role: string; content: string }): ChatTurn {
  return { role: role === "assistant" ? "assistant" : "user", content };
}
