import type { RateLimit } from "@app/core/limits/rate-limits";

/**
 * What is counted. `…ByAddress`: by network address. `signInByAccount`, `mailByAccount`: by the e-mail address that was typed, whether or
 * not it has an account, together with the network address, so that a stranger elsewhere uses up nothing of the owner's. The others: by user.
 */
export const LIMIT_NAMES = [
  "signInByAddress",
  "signInByAccount",
  "signUpByAddress",
  "mailByAddress",
  "mailByAccount",
  "passwordConfirm",
  "generation",
  "upload",
  "uploadMegapixels",
  "checkout",
  "billing",
  "videoStatus",
  "file",
] as const;

export type LimitName = (typeof LIMIT_NAMES)[number];

export interface Limits {
  readonly rates: Readonly<Record<LimitName, RateLimit>>;
  /** How many chats, images and videos of one user may be in the making at a time. */
  readonly generationsAtOnceMax: number;
}
