import type { RateLimit } from "@app/core/limits/rate-limits";

/**
 * The rate limits. `…ByAddress` count by network address. `signInByAccount` and `mailByAccount` count by the e-mail address that was
 * entered, with or without an account, together with the network address: a stranger elsewhere cannot use up the owner's limit. `apiKey` counts
 * the requests of one API key. The others count by user.
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
  "shareByAddress",
  "apiKey",
  "apiKeyCreation",
  "webhooks",
] as const;

export type LimitName = (typeof LIMIT_NAMES)[number];

export interface Limits {
  readonly rates: Readonly<Record<LimitName, RateLimit>>;
  /** How many chats, images and videos of one user may run at the same time. */
  readonly generationsAtOnceMax: number;
}
