import { AppError } from "@app/core/errors";
import { isAuthAction } from "@auth/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { tryDecodeURIComponent } from "hono/utils/url";
import { handleAuth } from "./auth.server";
import { isAwaitingCode } from "./awaited-code.server";
import { methodNotAllowed } from "./rest.server";

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
