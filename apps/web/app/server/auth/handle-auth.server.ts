import { AppError } from "@app/core/errors";
import { endBrowserSession } from "@app/services/account/manage-sessions";
import type { Caller } from "@app/services/account/sign-in-limits";
import { Auth, isAuthAction } from "@auth/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { tryDecodeURIComponent } from "hono/utils/url";
import { ANONYMOUS_BODY_MAX_BYTES, readBody } from "../http/body.server";
import { methodNotAllowed } from "../http/rest.server";
import { createAuthConfig } from "./auth-config.server";
import { callbackCookieOfLink, knownBrowserCookie, readSessionToken, withoutSession } from "./cookies.server";
import type { RequestContext } from "./request-context.server";
import { isAwaitingCode, redirectToCodePage } from "./second-factor.server";
import { newSignInAttempt } from "./sign-in-attempt.server";

const RATE_LIMITED_PATH = "/sign-in?error=RateLimited";
const READ_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD"]);
const POST_ACTIONS: ReadonlySet<string> = new Set(["callback", "session", "signin", "signout"]);

const AUTH_PATH = /^\/api\/auth\/([a-z-]+)(?:\/[a-z0-9-]+)?$/;
const BELOW_AUTH = /^\/+api\/+auth(?:\/|$)/i;
/** A path may be encoded several times. No part of the service decodes one more often than this. */
const MAX_DECODINGS = 3;

/** Whether a path could be read as one below /api/auth, and is not written exactly as `/api/auth/<action>[/<provider>]`. */
export function isNonCanonicalAuthPath(pathname: string): boolean {
  if (AUTH_PATH.test(pathname)) return false;
  let path = pathname;
  for (let decodings = 0; decodings < MAX_DECODINGS; decodings += 1) path = tryDecodeURIComponent(path);
  return BELOW_AUTH.test(path.replaceAll("\\", "/"));
}

/**
 * Handles a request below /api/auth. What Auth.js does not handle is refused as everywhere in the API.
 * @throws AppError `not_found` for a path Auth.js does not know, `forbidden` for a banned user's session
 */
export async function respondToAuthRequest({
  context,
  request,
}: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
  const [, action = ""] = AUTH_PATH.exec(new URL(request.url).pathname) ?? [];
  if (!isAuthAction(action)) throw new AppError("not_found", "Not found");
  const takesPost = POST_ACTIONS.has(action);
  if (!READ_METHODS.has(request.method) && !(takesPost && request.method === "POST")) {
    return methodNotAllowed(takesPost ? "GET, POST" : "GET")();
  }
  // A link preview must not use up a mailed link.
  if (request.method === "HEAD" && action === "callback") return new Response(null);
  if (action === "session") {
    // The key counts, not the cookie.
    if (context.apiKey !== null) return Response.json(null);
    const { kind } = await context.session();
    if (kind === "banned") throw new AppError("forbidden", "Account banned");
    // Auth.js would delete the cookie of a session it cannot find, and this one is found only after its code was entered.
    if (kind === "anonymous" && (await isAwaitingCode(context, request))) return Response.json(null);
  }
  // A banned user may use the other paths: to sign out, or to sign in with another account.
  return handleAuth(context, request).catch((error: unknown) => {
    // A form sent without scripts leads back to its page, which shows the error.
    const isPage =
      request.headers.get("accept")?.includes("text/html") && !request.headers.has("x-auth-return-redirect");
    if (error instanceof AppError && error.code === "rate_limited" && isPage)
      return new Response(null, { status: 302, headers: { location: RATE_LIMITED_PATH } });
    throw error;
  });
}

const FORM_TYPE = "application/x-www-form-urlencoded";
const AUTH_CALLBACK_PREFIX = "/api/auth/callback/";
const MAILED_LINK_PATH = `${AUTH_CALLBACK_PREFIX}email`;

/**
 * Passes a request to Auth.js, with the configured origin instead of the Host header's, so that no link or redirect leads elsewhere, and
 * with the form as it was parsed here, so that it cannot be parsed in two ways.
 * @param caller counted by the rate limits of passwords and mails; null when the same request has just set the password
 * @throws AppError `bad_request`, `rate_limited`
 */
async function handleAuth(
  context: RequestContext,
  request: Request,
  caller: Caller | null = context,
): Promise<Response> {
  const { deps } = context;
  const { pathname, search } = new URL(request.url);
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  const headers = new Headers(request.headers);
  // Auth.js would link a new identity to the account of a session that exists already. Either may belong to another user.
  if (pathname.startsWith(AUTH_CALLBACK_PREFIX))
    headers.set("cookie", withoutSession(headers.get("cookie") ?? "", deps.env));
  const form = hasBody ? await readAuthForm(request) : null;
  if (form) headers.set("content-type", FORM_TYPE);
  const own = new Request(`${deps.env.APP_URL}${pathname}${search}`, {
    method: hasBody ? request.method : "GET",
    headers,
    ...(form ? { body: form.toString() } : {}),
  });
  const attempt = newSignInAttempt(caller);
  const response = await Auth(own, createAuthConfig(deps, own, attempt));
  if (attempt.failure) throw attempt.failure.error;
  if (response.status === 400) throw new AppError("bad_request", "Bad request");
  const replaced = attempt.issuedSession && readSessionToken(request, deps.env);
  if (replaced) await endBrowserSession(deps.service, replaced);
  if (attempt.issuedSession?.awaitsCode) return redirectToCodePage(response);
  // Copied, because the headers of a redirect are immutable.
  const copy = new Response(response.body, response);
  if (attempt.issuedSession)
    copy.headers.append("set-cookie", await knownBrowserCookie(deps, request, attempt.issuedSession.userId));
  const deadLink = pathname === MAILED_LINK_PATH && !attempt.issuedSession;
  const callbackCookie = deadLink ? callbackCookieOfLink(request, deps.env) : null;
  if (callbackCookie !== null) copy.headers.append("set-cookie", callbackCookie);
  return copy;
}

/** @throws AppError `bad_request` for a body that is no form, or repeats a field: parsers disagree about which of them counts */
async function readAuthForm(request: Request): Promise<URLSearchParams> {
  const contentType = request.headers.get("content-type");
  const [mediaType = ""] = (contentType ?? "").split(";", 1);
  const body = await readBody(request, ANONYMOUS_BODY_MAX_BYTES);
  const isForm = mediaType.trim().toLowerCase() === FORM_TYPE || (contentType === null && body.byteLength === 0);
  const form = new URLSearchParams(new TextDecoder().decode(body));
  if (!isForm || new Set(form.keys()).size !== form.size) throw new AppError("bad_request", "Bad request");
  return form;
}

/**
 * A CSRF token for a sign-in form, with its cookies. The cookie with `callbackUrl` is one of them: Auth.js sets none when it refuses a
 * form.
 */
export async function issueCsrfToken(
  context: RequestContext,
  request: Request,
  callbackUrl: string,
): Promise<{ csrfToken: string; cookies: string[] }> {
  const response = await handleAuth(
    context,
    new Request(new URL(`/api/auth/csrf?${new URLSearchParams({ callbackUrl })}`, request.url), {
      headers: { cookie: request.headers.get("cookie") ?? "" },
    }),
  );
  const { csrfToken }: { csrfToken: string } = await response.json();
  return { csrfToken, cookies: response.headers.getSetCookie() };
}

/**
 * Signs in with a password that the same request has just set, as the sign-in form would. It is no guess, so that no rate limit counts it.
 * @returns the address to redirect to, and headers with the session's cookies
 */
export async function signInWithPassword(
  context: RequestContext,
  request: Request,
  credentials: { email: string; password: string; callbackUrl: string },
): Promise<{ location: string; headers: Headers }> {
  const { csrfToken, cookies } = await issueCsrfToken(context, request, credentials.callbackUrl);
  const sent = [request.headers.get("cookie") ?? "", ...cookies.map((cookie) => cookie.split(";")[0] ?? "")];
  const response = await handleAuth(
    context,
    new Request(new URL("/api/auth/callback/credentials", request.url), {
      method: "POST",
      headers: { cookie: sent.filter(Boolean).join("; ") },
      body: new URLSearchParams({ csrfToken, ...credentials }),
    }),
    null,
  );
  const headers = new Headers();
  for (const cookie of response.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
  return { location: response.headers.get("location") ?? credentials.callbackUrl, headers };
}
