/**
 * Words in a prompt or message that make the backend fail or reason, or the payment provider's moderation decide, for this one request. The
 * texts are shown on the home page.
 */
export const TRIGGER_WORDS = [
  ["fail", "all", "the request is refused, and a video task fails"],
  ["empty", "all", "an answer without a result"],
  ["refuse", "image", "the one image is refused inside a success"],
  ["slow", "video", "the task never ends"],
  ["cut", "chat", "the stream ends in the middle"],
  ["stall", "chat", "the stream stops in the middle and stays open"],
  ["error", "chat", "an error arrives in the middle of the stream"],
  ["filter", "chat", "the answer ends in the middle with finish_reason content_filter"],
  ["deny", "image, video", "the payment provider's moderation denies the prompt"],
  ["flag", "image, video", "the payment provider's moderation flags the prompt"],
  ["think", "chat", "reasoning_content arrives before the answer; [think:30] takes 30 seconds over it"],
] as const;
export type TriggerWord = (typeof TRIGGER_WORDS)[number][0];

const THINKING_MAX_SECONDS = 300;

export function hasTrigger(text: string, word: TriggerWord): boolean {
  return text.toLowerCase().includes(`[${word}]`);
}

/** Seconds of reasoning that a message requests: null for none, 0 for reasoning without extra pauses. */
export function thinkingSeconds(text: string): number | null {
  const match = /\[think(?::(\d{1,3}))?\]/i.exec(text);
  return match ? Math.min(Number(match[1] ?? 0), THINKING_MAX_SECONDS) : null;
}
