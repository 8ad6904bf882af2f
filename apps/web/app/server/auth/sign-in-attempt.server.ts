import { createSession, type IssuedSession } from "@app/services/account/sessions";
import type { Caller } from "@app/services/account/sign-in-limits";
import type { ServiceContext } from "@app/services/context";

/** What is learned of whoever signs in while Auth.js answers one request. */
export interface SignInAttempt {
  /** Who is counted for it; null for the password that the same request has just set. */
  readonly caller: Caller | null;
  /** What the session is made by, where there was a password. */
  proof: NonNullable<Parameters<typeof createSession>[2]>;
  /** The address that an OAuth provider vouches for. */
  verifiedEmail: string | null;
  /** The session that was made. */
  issuedSession: (IssuedSession & { awaitsCode: boolean; userId: string }) | null;
  /** What went wrong in a use case within Auth.js. */
  failure: { error: unknown } | null;
}

export function newSignInAttempt(caller: Caller | null = null): SignInAttempt {
  return { caller, proof: {}, verifiedEmail: null, issuedSession: null, failure: null };
}

/**
 * Runs a use case within Auth.js. What it throws is kept for `handleAuth` to throw: Auth.js would answer it as an error of its own, and
 * sends mails in a way that leaves a rejection unhandled, which ends the process.
 * @returns null where it failed
 */
export async function captureAuthError<Result>(
  attempt: SignInAttempt,
  run: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await run();
  } catch (error) {
    attempt.failure = { error };
    return null;
  }
}

/** Makes the session of a sign-in, and notes it. */
export async function issueSession(
  service: ServiceContext,
  attempt: SignInAttempt,
  userId: string,
): Promise<IssuedSession> {
  attempt.issuedSession = { ...(await createSession(service, userId, attempt.proof)), userId };
  return attempt.issuedSession;
}
