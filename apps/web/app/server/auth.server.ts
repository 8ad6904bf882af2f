import { AppError } from "@app/core/errors";
import { endBrowserSession } from "@app/services/account/end-browser-session";
import type { Caller } from "@app/services/limits/caller-limits";
import { Auth } from "@auth/core";
import { createAuthConfig } from "./auth-config.server";
import { ANONYMOUS_BODY_MAX_BYTES, readBody } from "./body.server";
import type { RequestContext } from "./context.server";
import { redirectToCodePage } from "./lead-to-code.server";
import { knownBrowserCookie, readSessionToken, withoutSession } from "./session-cookie.server";
import { newSignInAttempt } from "./sign-in-attempt.server";

const FORM_TYPE = "application/x-www-form-urlencoded";
const AUTH_CALLBACK_PREFIX = "/api/auth/callback/";

/**
 * Hands a request to Auth.js. The origin it sees is the configured one, whatever Host or forwarding headers say, so that no link or
 * redirect leads elsewhere. The form it sees is the one read here, so that no two readers can take it for different things.
 * @param caller who is counted for a password or a mail; null where the same request has just set the password
 * @throws AppError `bad_request`, `rate_limited`
 */
export async function handleAuth(
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
