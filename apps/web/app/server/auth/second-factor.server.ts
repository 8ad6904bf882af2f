import { parseInput } from "@app/core/input/parse";
import { CodeInput } from "@app/core/second-factor/second-factor";
import { completeSignIn, findAwaitingSession } from "@app/services/second-factor/finish-sign-in";
import { localeOfPath, pathInLocale } from "~/i18n/locale";
import { knownBrowserCookie, readSessionToken, sessionCookie } from "./cookies.server";
import type { RequestContext } from "./request-context.server";

/** Whether the request's session waits for the code of the second factor. */
export async function isAwaitingCode({ deps }: RequestContext, request: Request): Promise<boolean> {
  const token = readSessionToken(request, deps.env);
  return token !== null && (await findAwaitingSession(deps.service, token)) !== null;
}

/**
 * Completes a sign-in with the code.
 * @returns Set-Cookie headers, that of the session first
 * @throws AppError `bad_request` for a wrong code, `rate_limited` after too many, `unauthorized` for a sign-in that has expired
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

/** The path of the page that asks for the code, in the language of `callbackUrl`. */
export function codePagePath(callbackUrl: string): string {
  return pathInLocale(`/sign-in/code?${new URLSearchParams({ callbackUrl })}`, localeOfPath(callbackUrl));
}

/** Makes Auth.js's response to a sign-in lead to the page that asks for the code, and from there to the address it named. */
export async function redirectToCodePage(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  const location = headers.get("location");
  if (location === null) return new Response(response.body, response);
  const { origin, pathname, search, hash } = new URL(location);
  const url = `${origin}${codePagePath(`${pathname}${search}${hash}`)}`;
  headers.set("location", url);
  // To a form sent by a script, the address is sent in the body as well.
  const isInBody = headers.get("content-type")?.includes("json") ?? false;
  return new Response(isInBody ? JSON.stringify({ url }) : response.body, { status: response.status, headers });
}
