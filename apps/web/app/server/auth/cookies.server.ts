import { createHash, timingSafeEqual } from "node:crypto";
import { CALLBACK_MAX_CHARACTERS } from "@app/core/account/account-input";
import { issueDeviceCookie } from "@app/services/account/device-cookie";
import type { IssuedSession } from "@app/services/account/sessions";
import type { Secrets } from "@app/services/context";
import { parse, serialize } from "hono/utils/cookie";
import type { Deps } from "../composition-root.server";
import type { Env } from "../env/env.server";

/** As Auth.js does: over https its cookies are secure and their names have a prefix. */
export function usesSecureCookies(env: Env): boolean {
  return env.APP_URL.startsWith("https://");
}

export function sessionCookieName(env: Env): string {
  return usesSecureCookies(env) ? "__Secure-authjs.session-token" : "authjs.session-token";
}

/** The form of the tokens we issue. Anything else needs no query, and a NUL character would make it fail. */
const SESSION_TOKEN = /^[\w-]{1,255}$/;

export function readSessionToken(request: Request, env: Env): string | null {
  const name = sessionCookieName(env);
  const token = parse(request.headers.get("cookie") ?? "", name)[name];
  return token !== undefined && SESSION_TOKEN.test(token) ? token : null;
}

/** The session's Set-Cookie header, with the attributes that Auth.js uses. */
export function sessionCookie({ sessionToken, expires }: IssuedSession, env: Env): string {
  return serialize(sessionCookieName(env), sessionToken, ownCookie(env, expires));
}

function ownCookie(env: Env, expires: Date) {
  return { path: "/", expires, httpOnly: true, sameSite: "Lax", secure: usesSecureCookies(env) } as const;
}

function knownBrowserCookieName(env: Env): string {
  return usesSecureCookies(env) ? "__Host-genmint-known-browser" : "genmint-known-browser";
}

export function readKnownBrowser(request: Request, env: Env): string | null {
  const name = knownBrowserCookieName(env);
  return parse(request.headers.get("cookie") ?? "", name)[name] ?? null;
}

/** The Set-Cookie header that marks the browser of `request` as one this user has signed in with. */
export async function knownBrowserCookie({ env, service }: Deps, request: Request, userId: string): Promise<string> {
  const { value, expires } = await issueDeviceCookie(service, userId, readKnownBrowser(request, env));
  return serialize(knownBrowserCookieName(env), value, ownCookie(env, expires));
}

/**
 * The secret with which Auth.js made the browser's CSRF cookie, `token|SHA-256 of token and secret`. A sign-in in progress goes on with this
 * one. The other cookies of a sign-in by OAuth were made with the same, because a form with the CSRF token begins it.
 * @returns undefined without a cookie that one of these secrets has made
 */
export function findCsrfSecret(request: Request, env: Env, secrets: Secrets): string | undefined {
  const name = `${usesSecureCookies(env) ? "__Host-" : ""}authjs.csrf-token`;
  const cookie = parse(request.headers.get("cookie") ?? "", name)[name] ?? "";
  const [token = "", hash = ""] = cookie.split("|");
  const sent = Buffer.from(hash);
  return secrets.find((secret) => {
    const expected = Buffer.from(createHash("sha256").update(`${token}${secret}`).digest("hex"));
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
}

/** A Cookie header without the session. Auth.js also reads a session split over several cookies, whose names begin with its name. */
export function withoutSession(cookieHeader: string, env: Env): string {
  const name = sessionCookieName(env);
  const pairs = cookieHeader.split(";").map((pair) => pair.trim());
  return pairs.filter((pair) => !pair.startsWith(name)).join("; ");
}

function callbackCookieName(env: Env): string {
  return `${usesSecureCookies(env) ? "__Secure-" : ""}authjs.callback-url`;
}

/**
 * The Set-Cookie header with where a mailed link leads. Auth.js refuses a dead link without one, and the browser may be another one than that
 * which requested it.
 * @returns null for a link that names no page, or one with a longer address than we mail
 */
export function callbackCookieOfLink(request: Request, env: Env): string | null {
  const address = new URL(request.url).searchParams.get("callbackUrl");
  if (address === null || address.length > CALLBACK_MAX_CHARACTERS) return null;
  const attributes = { path: "/", httpOnly: true, sameSite: "Lax", secure: usesSecureCookies(env) } as const;
  return serialize(callbackCookieName(env), address, attributes);
}

/** Where to go after the sign-in. Auth.js keeps it in a cookie, and names it nowhere else when it redirects to one of our pages. */
export function readCallbackPath(request: Request, env: Env): string | null {
  const name = callbackCookieName(env);
  const address = parse(request.headers.get("cookie") ?? "", name)[name];
  if (address === undefined || !URL.canParse(address)) return null;
  const { origin, pathname, search, hash } = new URL(address);
  return origin === env.APP_URL ? `${pathname}${search}${hash}` : null;
}
