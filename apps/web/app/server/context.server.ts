import { AppError } from "@app/core/errors";
import { type ResolvedSession, resolveSession } from "@app/services/account/resolve-session";
import type { Actor, UserContext } from "@app/services/context";
import type { Deps } from "./deps.server";
import type { RequestScope } from "./http/request-log.server";
import { readKnownBrowser, readSessionToken } from "./session-cookie.server";

/** What a request's loaders and actions share. */
export interface RequestContext {
  /** With a log that names the request. */
  readonly deps: Deps;
  /** For the inline scripts and styles of this answer. */
  readonly nonce: string;
  /** Where the request came from, as far as it can be believed; what limits by network address count by. */
  readonly clientAddress: string;
  /** The cookie of a browser that has signed in before, as it was sent: nothing in it is believed yet. */
  readonly deviceCookie: string | null;
  /** Looks the session up at the first call and remembers it for the rest of the request. */
  session(): Promise<ResolvedSession>;
}

declare module "@remix-run/node" {
  interface AppLoadContext extends RequestContext {}
}

export function createRequestContext(
  deps: Deps,
  request: Request,
  { scope, nonce = "", clientAddress = "" }: { scope?: RequestScope; nonce?: string; clientAddress?: string } = {},
): RequestContext {
  const own = scope ? { ...deps, service: { ...deps.service, log: scope.log } } : deps;
  let session: Promise<ResolvedSession> | undefined;
  return {
    deps: own,
    nonce,
    clientAddress,
    deviceCookie: readKnownBrowser(request, deps.env),
    session: () => {
      session ??= lookUpSession(own, request, scope);
      return session;
    },
  };
}

async function lookUpSession(deps: Deps, request: Request, scope?: RequestScope): Promise<ResolvedSession> {
  const token = readSessionToken(request, deps.env);
  const session = await resolveSession(deps.service, token, request.headers.get("user-agent"));
  if (scope && session.kind === "active") scope.userId = session.actor.id;
  return session;
}

/** @throws AppError `unauthorized` when signed out, `forbidden` when banned */
export async function requireUser(context: RequestContext): Promise<UserContext> {
  const session = await context.session();
  if (session.kind === "anonymous") throw new AppError("unauthorized", "Unauthorized");
  if (session.kind === "banned") throw new AppError("forbidden", "Account banned");
  return userContext(context, session.actor);
}

/** @throws AppError as `requireUser`, and `forbidden` for everyone but administrators */
export async function requireAdmin(context: RequestContext): Promise<UserContext> {
  const user = await requireUser(context);
  if (user.actor.role !== "admin") throw new AppError("forbidden", "Forbidden");
  return user;
}

function userContext(context: RequestContext, actor: Actor): UserContext {
  return { actor, ...context.deps.service };
}
