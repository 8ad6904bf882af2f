import { VIDEO_COST_CREDITS } from "./costs";

/** Below this not everything on offer can be made any more. */
export const LOW_BALANCE_CREDITS = VIDEO_COST_CREDITS;

export function isLowBalance(credits: number): boolean {
  return credits < LOW_BALANCE_CREDITS;
}
