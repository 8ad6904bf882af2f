import { CodeInput } from "@app/core/account/second-factor-input";
import { parseInput } from "@app/core/input/parse-input";
import { findAwaitingSession } from "@app/services/second-factor/find-awaiting-session";
import { completeSignIn } from "@app/services/second-factor/give-code";
import type { RequestContext } from "./context.server";
import { knownBrowserCookie, readSessionToken, sessionCookie } from "./session-cookie.server";

/** Whether whoever sends a request has signed in but for the code of the second factor. */
export async function isAwaitingCode({ deps }: RequestContext, request: Request): Promise<boolean> {
  const token = readSessionToken(request, deps.env);
  return token !== null && (await findAwaitingSession(deps.service, token)) !== null;
}

/**
 * Takes the code, and answers the cookies of the session that signs in: its own comes first.
 * @throws AppError `bad_request` for a wrong code, `rate_limited` after too many, `unauthorized` for a sign-in that is over
 */
export async function completeSignInWithCode(
  { deps }: RequestContext,
  request: Request,
  code: string,
): Promise<string[]> {
  const sessionToken = readSessionToken(request, deps.env) ?? "";
  const session = await completeSignIn(deps.service, { ...parseInput(CodeInput, { code }), sessionToken });
  return [sessionCookie(session, deps.env), await knownBrowserCookie(deps, request, session.userId)];
}
