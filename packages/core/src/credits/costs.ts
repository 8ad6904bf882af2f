export const CHAT_COST_CREDITS = 10;
export const IMAGE_COST_CREDITS = 20;
export const VIDEO_COST_CREDITS = 50;

/** Whether the balance no longer pays for a video, the most expensive generation. */
export function isLowBalance(credits: number): boolean {
  return credits < VIDEO_COST_CREDITS;
}
