import { parse } from "hono/utils/cookie";
import type { Env } from "./env.server";

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
