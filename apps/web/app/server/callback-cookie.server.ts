import { parse } from "hono/utils/cookie";
import type { Env } from "./env.server";
import { usesSecureCookies } from "./session-cookie.server";

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
