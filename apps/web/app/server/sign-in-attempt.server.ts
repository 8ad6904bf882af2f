import type { createSession, IssuedSession } from "@app/services/account/create-session";

/** What is learned of whoever signs in while Auth.js answers one request. */
export interface SignInAttempt {
  /** What the session is made by, where there was a password. */
  proof: NonNullable<Parameters<typeof createSession>[2]>;
  /** The address that an OAuth provider vouches for. */
  vouchedEmail: string | null;
  /** The session that was made. */
  issued: (IssuedSession & { awaitsCode: boolean }) | null;
}

export function newSignInAttempt(): SignInAttempt {
  return { proof: {}, vouchedEmail: null, issued: null };
}
