import { AppError } from "@app/core/errors";
import { endBrowserSession } from "@app/services/account/manage-sessions";
import type { Caller } from "@app/services/account/sign-in-limits";
import { Auth, isAuthAction } from "@auth/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { tryDecodeURIComponent } from "hono/utils/url";
import { ANONYMOUS_BODY_MAX_BYTES, readBody } from "../http/body.server";
import { methodNotAllowed } from "../http/rest.server";
import { createAuthConfig } from "./auth-config.server";
import { knownBrowserCookie, readSessionToken, withoutSession } from "./cookies.server";
import type { RequestContext } from "./request-context.server";
import { isAwaitingCode, redirectToCodePage } from "./second-factor.server";
import { newSignInAttempt } from "./sign-in-attempt.server";

const RATE_LIMITED_PATH = "/sign-in?error=RateLimited";
const READ_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD"]);
const POST_ACTIONS: ReadonlySet<string> = new Set(["callback", "session", "signin", "signout"]);

const AUTH_PATH = /^\/api\/auth\/([a-z-]+)(?:\/[a-z0-9-]+)?$/;
const BELOW_AUTH = /^\/+api\/+auth(?:\/|$)/i;
/** Somebody may encode what is encoded already; beyond this no reader of ours takes it for a path of this kind. */
const MAX_DECODINGS = 3;

/** Whether somebody may take this for a path below /api/auth that is written in another way than `/api/auth/<action>[/<provider>]`. */
export function isNonCanonicalAuthPath(pathname: string): boolean {
  if (AUTH_PATH.test(pathname)) return false;
  let path = pathname;
  for (let decodings = 0; decodings < MAX_DECODINGS; decodings += 1) path = tryDecodeURIComponent(path);
  return BELOW_AUTH.test(path.replaceAll("\\", "/"));
}

/**
 * Answers a request below /api/auth as the rest of the API would where it is none of Auth.js's own.
 * @throws AppError `not_found` for a path Auth.js does not know, `forbidden` when someone banned asks who they are
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
  if (action === "session") {
    const { kind } = await context.session();
    if (kind === "banned") throw new AppError("forbidden", "Account banned");
    // Auth.js would take the cookie of a session it does not know: this one is known once its code is given.
    if (kind === "anonymous" && (await isAwaitingCode(context, request))) return Response.json(null);
  }
  // The other paths stay open: someone banned may sign out, or sign in as somebody else.
  return handleAuth(context, request).catch((error: unknown) => {
    // A form that was sent without scripts is answered with the page it stands on.
    const isPage =
      request.headers.get("accept")?.includes("text/html") && !request.headers.has("x-auth-return-redirect");
    if (error instanceof AppError && error.code === "rate_limited" && isPage)
      return new Response(null, { status: 302, headers: { location: RATE_LIMITED_PATH } });
    throw error;
  });
}

const FORM_TYPE = "application/x-www-form-urlencoded";
const AUTH_CALLBACK_PREFIX = "/api/auth/callback/";

/**
 * Hands a request to Auth.js. The origin it sees is the configured one, whatever Host or forwarding headers say, so that no link or
 * redirect leads elsewhere. The form it sees is the one read here, so that no two readers can take it for different things.
 * @param caller who is counted for a password or a mail; null where the same request has just set the password
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
  // Auth.js would go on with the session of a browser that has one, and join a new identity to its account: both may be a stranger's.
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
  const answer = await Auth(own, createAuthConfig(deps, attempt));
  if (attempt.failure) throw attempt.failure.error;
  if (answer.status === 400) throw new AppError("bad_request", "Bad request");
  const replaced = attempt.issuedSession && readSessionToken(request, deps.env);
  if (replaced) await endBrowserSession(deps.service, replaced);
  if (attempt.issuedSession?.awaitsCode) return redirectToCodePage(answer);
  // A copy: the redirects among its answers have headers that nobody may add to.
  const copy = new Response(answer.body, answer);
  if (attempt.issuedSession)
    copy.headers.append("set-cookie", await knownBrowserCookie(deps, request, attempt.issuedSession.userId));
  return copy;
}

/** @throws AppError `bad_request` for a body that is no form, or has a field twice: readers disagree about which of the two counts */
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
 * A CSRF token for a sign-in form, with the cookies it needs. The cookie that keeps `callbackUrl` comes with them, since Auth.js sets none
 * when it refuses a form.
 */
export async function issueCsrfToken(
  context: RequestContext,
  request: Request,
  callbackUrl: string,
): Promise<{ csrfToken: string; cookies: string[] }> {
  const answer = await handleAuth(
    context,
    new Request(new URL(`/api/auth/csrf?${new URLSearchParams({ callbackUrl })}`, request.url), {
      headers: { cookie: request.headers.get("cookie") ?? "" },
    }),
  );
  const { csrfToken }: { csrfToken: string } = await answer.json();
  return { csrfToken, cookies: answer.headers.getSetCookie() };
}

/**
 * Signs in with a password that the same request has just set, as the form of the sign-in page would. It is no guess, and not counted.
 * @returns where to go on, with the cookies of the session
 */
export async function signInWithPassword(
  context: RequestContext,
  request: Request,
  credentials: { email: string; password: string; callbackUrl: string },
): Promise<{ location: string; headers: Headers }> {
  const { csrfToken, cookies } = await issueCsrfToken(context, request, credentials.callbackUrl);
  const sent = [request.headers.get("cookie") ?? "", ...cookies.map((cookie) => cookie.split(";")[0] ?? "")];
  const answer = await handleAuth(
    context,
    new Request(new URL("/api/auth/callback/credentials", request.url), {
      method: "POST",
      headers: { cookie: sent.filter(Boolean).join("; ") },
      body: new URLSearchParams({ csrfToken, ...credentials }),
    }),
    null,
  );
  const headers = new Headers();
  for (const cookie of answer.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
  return { location: answer.headers.get("location") ?? credentials.callbackUrl, headers };
}
