/**
 * Words in a prompt or message that make the backend misbehave for that request alone:
 * `[fail]` refuses, `[empty]` answers without a result, `[refuse]` refuses the one image inside a success,
 * `[slow]` leaves a video running for ever, `[cut]` and `[stall]` end or stop a chat answer in the middle.
 */
export type TriggerWord = "fail" | "empty" | "refuse" | "slow" | "cut" | "stall";

export function hasTrigger(text: string, word: TriggerWord): boolean {
  return text.toLowerCase().includes(`[${word}]`);
}
