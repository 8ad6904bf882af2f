import type { RateLimit } from "@app/core/limits/rate-limit";

/** What is counted. By account: by the address that was typed, whether or not it has an account. */
export const LIMIT_NAMES = [
  "signInByAddress",
  "signInByAccount",
  "signUpByAddress",
  "mailByAddress",
  "mailByAccount",
  "generation",
  "upload",
  "uploadMegapixels",
  "checkout",
] as const;

export type LimitName = (typeof LIMIT_NAMES)[number];

export interface Limits {
  readonly rates: Readonly<Record<LimitName, RateLimit>>;
  /** How many chats, images and videos of one user may be in the making at a time. */
  readonly generationsAtOnceMax: number;
}
