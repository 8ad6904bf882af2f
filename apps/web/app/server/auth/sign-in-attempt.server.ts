import { createSession, type IssuedSession } from "@app/services/account/sessions";
import type { Caller } from "@app/services/account/sign-in-limits";
import type { ServiceContext } from "@app/services/context";

/** The state of a sign-in while Auth.js handles one request. */
export interface SignInAttempt {
  /** Counted by the rate limits; null for a password that the same request has just set. */
  readonly caller: Caller | null;
  /** What the session is created with: the checks that the sign-in has passed. */
  proof: NonNullable<Parameters<typeof createSession>[2]>;
  /** The e-mail address that an OAuth provider has verified. */
  verifiedEmail: string | null;
  /** The session that was created. */
  issuedSession: (IssuedSession & { awaitsCode: boolean; userId: string }) | null;
  /** The error of a use case that ran within Auth.js. */
  failure: { error: unknown } | null;
}

export function newSignInAttempt(caller: Caller | null = null): SignInAttempt {
  return { caller, proof: {}, verifiedEmail: null, issuedSession: null, failure: null };
}

/**
 * Runs a use case within Auth.js and keeps its error for `handleAuth` to throw. Auth.js would turn it into an error of its own, and leaves
 * the rejection of a mail unhandled, which would end the process.
 * @returns null when it failed
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

/** Creates the session of a sign-in and records it in `attempt`. */
export async function issueSession(
  service: ServiceContext,
  attempt: SignInAttempt,
  userId: string,
): Promise<IssuedSession> {
  attempt.issuedSession = { ...(await createSession(service, userId, attempt.proof)), userId };
  return attempt.issuedSession;
}
