import { createSession, type IssuedSession } from "@app/services/account/create-session";
import type { ServiceContext } from "@app/services/context";
import type { SignInAttempt } from "./sign-in-attempt.server";

/** Makes the session of a sign-in, and notes it. */
export async function issueSession(
  service: ServiceContext,
  attempt: SignInAttempt,
  userId: string,
): Promise<IssuedSession> {
  attempt.issuedSession = { ...(await createSession(service, userId, attempt.proof)), userId };
  return attempt.issuedSession;
}
