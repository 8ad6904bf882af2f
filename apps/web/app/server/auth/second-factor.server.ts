import { parseInput } from "@app/core/input/parse";
import { CodeInput } from "@app/core/second-factor/second-factor";
import { completeSignIn, findAwaitingSession } from "@app/services/second-factor/finish-sign-in";
import { localeOfPath, pathInLocale } from "~/i18n/locale";
import { knownBrowserCookie, readSessionToken, sessionCookie } from "./cookies.server";
import type { RequestContext } from "./request-context.server";

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

/** The page that asks for the code of the second factor, in the language of where one is going. */
export function codePagePath(callbackUrl: string): string {
  return pathInLocale(`/sign-in/code?${new URLSearchParams({ callbackUrl })}`, localeOfPath(callbackUrl));
}

/** Auth.js's answer to a sign-in that waits for a code: it names the page that asks for one, and that one where to go then. */
export async function redirectToCodePage(answer: Response): Promise<Response> {
  const headers = new Headers(answer.headers);
  const location = headers.get("location");
  if (location === null) return new Response(answer.body, answer);
  const { origin, pathname, search, hash } = new URL(location);
  const url = `${origin}${codePagePath(`${pathname}${search}${hash}`)}`;
  headers.set("location", url);
  // A form that was sent by a script is told the address in the body as well.
  const isTold = headers.get("content-type")?.includes("json") ?? false;
  return new Response(isTold ? JSON.stringify({ url }) : answer.body, { status: answer.status, headers });
}
