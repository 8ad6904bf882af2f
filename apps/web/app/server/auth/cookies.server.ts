import { issueDeviceCookie } from "@app/services/account/device-cookie";
import type { IssuedSession } from "@app/services/account/sessions";
import { parse, serialize } from "hono/utils/cookie";
import type { Deps } from "../composition-root.server";
import type { Env } from "../env/env.server";

/** Auth.js's own names: a cookie that only https may carry has the prefix. */
export function usesSecureCookies(env: Env): boolean {
  return env.APP_URL.startsWith("https://");
}

export function sessionCookieName(env: Env): string {
  return usesSecureCookies(env) ? "__Secure-authjs.session-token" : "authjs.session-token";
}

/** What a token we gave out looks like. Anything else is not worth a query, and a NUL character would fail it. */
const SESSION_TOKEN = /^[\w-]{1,255}$/;

export function readSessionToken(request: Request, env: Env): string | null {
  const name = sessionCookieName(env);
  const token = parse(request.headers.get("cookie") ?? "", name)[name];
  return token !== undefined && SESSION_TOKEN.test(token) ? token : null;
}

/** The session as a browser is to keep it, in the way of Auth.js. */
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

/** Marks the browser that sent a request as one that this user has signed in with. */
export async function knownBrowserCookie({ env, service }: Deps, request: Request, userId: string): Promise<string> {
  const { value, expires } = await issueDeviceCookie(service, userId, readKnownBrowser(request, env));
  return serialize(knownBrowserCookieName(env), value, ownCookie(env, expires));
}

/** A Cookie header without the session; Auth.js would also read one in parts, whose names begin the same. */
export function withoutSession(cookieHeader: string, env: Env): string {
  const name = sessionCookieName(env);
  const pairs = cookieHeader.split(";").map((pair) => pair.trim());
  return pairs.filter((pair) => !pair.startsWith(name)).join("; ");
}

/**
 * Where somebody is to go in the end whom Auth.js has sent to a page of ours: it names no address then, and no language either, but keeps
 * the address in a cookie.
 */
export function readCallbackPath(request: Request, env: Env): string | null {
  const name = `${usesSecureCookies(env) ? "__Secure-" : ""}authjs.callback-url`;
  const address = parse(request.headers.get("cookie") ?? "", name)[name];
  if (address === undefined || !URL.canParse(address)) return null;
  const { origin, pathname, search, hash } = new URL(address);
  return origin === env.APP_URL ? `${pathname}${search}${hash}` : null;
}
