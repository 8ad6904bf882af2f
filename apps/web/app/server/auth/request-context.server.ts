import { readApiKey } from "@app/core/api-keys/api-key";
import type { ApiKeyScope } from "@app/core/api-keys/api-key-scopes";
import { AppError } from "@app/core/errors";
import { rememberLocale } from "@app/services/account/profile";
import { type ResolvedSession, resolveSession } from "@app/services/account/sessions";
import { type ApiKeyContext, authenticateApiKey, requireUsableKey } from "@app/services/api-keys/api-keys";
import type { Actor, UserContext } from "@app/services/context";
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { findLocale, localeOf, localePath } from "~/i18n/locale";
import type { Deps } from "../composition-root.server";
import type { RequestScope } from "../http/request-log.server";
import { readKnownBrowser, readSessionToken } from "./cookies.server";

/** Shared by all loaders and actions of a request. */
export interface RequestContext {
  /** Its log adds the request's id to each line. */
  readonly deps: Deps;
  readonly scope: RequestScope | undefined;
  /** For the inline scripts and styles of the response. */
  readonly nonce: string;
  /** The client's network address in the form that rate limits count by. */
  readonly clientAddress: string;
  /** The cookie of a browser that has signed in before, as it was sent: not verified yet. */
  readonly deviceCookie: string | null;
  /** The API key of the Authorization header, unverified. */
  readonly apiKey: string | null;
  /**
   * Whether the client has closed the connection. The signal of the request that Remix passes to a loader may miss it: that request is a copy of a
   * copy, and the signal between them may be garbage-collected (nodejs/node#55428).
   */
  hasClientLeft(): boolean;
  /** Looks the session up once a request. Anonymous for a request with an API key, which stands for a session on a few routes only. */
  session(): Promise<ResolvedSession>;
  /** Looks the session up again, for an administrator's request that may have waited for its body. */
  sessionNow(): Promise<ResolvedSession>;
  /** The session once the body is there. Looked up again if the body was slow: its owner may have ended it meanwhile. */
  sessionAfterBody(): Promise<ResolvedSession>;
  /** Whether the request began so long ago that its API key is looked up again once the body is there. */
  isSlow(): boolean;
}

declare module "@remix-run/node" {
  interface AppLoadContext extends RequestContext {}
}

/** A body that takes longer is slow. */
const FAST_BODY_MS = 1_000;

export function createRequestContext(
  deps: Deps,
  request: Request,
  { scope, nonce = "", clientAddress = "" }: { scope?: RequestScope; nonce?: string; clientAddress?: string } = {},
): RequestContext {
  const own = scope ? { ...deps, service: { ...deps.service, log: scope.log } } : deps;
  const apiKey = readApiKey(request.headers.get("authorization"));
  const sessionNow = async (): Promise<ResolvedSession> =>
    apiKey === null ? lookUpSession(own, request, scope) : { kind: "anonymous" };
  const startedAt = own.service.now().getTime();
  let session: Promise<ResolvedSession> | undefined;
  let lookedUpAt = 0;
  const sessionOnce = (): Promise<ResolvedSession> => {
    if (session) return session;
    lookedUpAt = own.service.now().getTime();
    session = sessionNow();
    return session;
  };
  return {
    deps: own,
    scope,
    nonce,
    clientAddress,
    deviceCookie: readKnownBrowser(request, deps.env),
    apiKey,
    hasClientLeft: () => request.signal.aborted,
    session: sessionOnce,
    sessionNow,
    sessionAfterBody: () => (own.service.now().getTime() - lookedUpAt > FAST_BODY_MS ? sessionNow() : sessionOnce()),
    isSlow: () => own.service.now().getTime() - startedAt > FAST_BODY_MS,
  };
}

async function lookUpSession(deps: Deps, request: Request, scope?: RequestScope): Promise<ResolvedSession> {
  const token = readSessionToken(request, deps.env);
  const session = await resolveSession(deps.service, token, request.headers.get("user-agent"));
  if (session.kind === "active" && isFromPageOfAnother(request, session.actor)) return { kind: "anonymous" };
  if (scope && session.kind === "active") scope.userId = session.actor.id;
  return session;
}

/** Whether a page of another user sends the request: after that page was loaded, somebody else has signed in in another tab. */
function isFromPageOfAnother(request: Request, { email }: Actor): boolean {
  const pageUser = request.headers.get("X-Page-User");
  return pageUser !== null && pageUser !== encodeURIComponent(email);
}

/** @throws AppError `unauthorized` when signed out, `forbidden` when banned */
export async function requireUser(context: RequestContext): Promise<UserContext> {
  return userOf(context, await context.session());
}

/**
 * The caller once the body is there.
 * @throws AppError as `requireUser`, for a session that has ended, or a key that was revoked, while a slow body arrived
 */
export async function requireStillSignedIn(context: RequestContext, caller: UserContext): Promise<UserContext> {
  if (caller.sessionToken !== undefined) return userOf(context, await context.sessionAfterBody());
  if (context.apiKey !== null && context.isSlow()) await requireUsableKey(context.deps.service, context.apiKey);
  return caller;
}

function userOf(context: RequestContext, session: ResolvedSession): UserContext {
  if (session.kind === "anonymous") throw new AppError("unauthorized", "Unauthorized");
  if (session.kind === "banned") throw new AppError("forbidden", "Account banned");
  return { ...context.deps.service, actor: session.actor, sessionToken: session.sessionToken };
}

/**
 * The user of the session, or of an API key with this scope.
 * @throws AppError as `requireUser`; for a key `forbidden` without the scope, and `rate_limited`
 */
export async function requireCaller(context: RequestContext, scope: ApiKeyScope): Promise<UserContext> {
  if (context.apiKey === null) return requireUser(context);
  return requireApiKey(context, context.apiKey, scope);
}

/**
 * The owner of an API key.
 * @param scope null for protocols that check the scope of each call themselves
 * @throws AppError as `authenticateApiKey`
 */
export async function requireApiKey(
  context: RequestContext,
  apiKey: string,
  scope: ApiKeyScope | null,
): Promise<ApiKeyContext> {
  const caller = await authenticateApiKey(context.deps.service, apiKey, scope);
  if (context.scope) context.scope.userId = caller.actor.id;
  return caller;
}

/**
 * The administrator of a request, once its body is read. A body may take two minutes: an administrator who is banned or loses the role
 * meanwhile changes nothing anymore.
 * @param readBody called for administrators only
 * @throws AppError as `requireUser`, and `forbidden` for everyone but administrators
 */
export async function requireAdmin<Body>(
  context: RequestContext,
  readBody: () => Promise<Body>,
): Promise<{ admin: UserContext; body: Body }> {
  administratorOf(context, await context.session());
  const body = await readBody();
  return { admin: administratorOf(context, await context.sessionNow()), body };
}

function administratorOf(context: RequestContext, session: ResolvedSession): UserContext {
  const user = userOf(context, session);
  if (user.actor.role !== "admin") throw new AppError("forbidden", "Forbidden");
  return user;
}

/** A longer address to return to is dropped: clients and proxies refuse responses with very long headers. */
const RETURN_QUERY_MAX_CHARACTERS = 4_000;

/**
 * The signed-in user of a page, whose language is remembered for mails.
 * @param returnTo where the sign-in page leads back to: for a file, the page with its link
 * @throws Response a redirect to the sign-in page; 404 for a first segment that is no language
 */
export async function requirePageUser(
  { context, params, request }: LoaderFunctionArgs,
  returnTo = request.url,
): Promise<Actor> {
  requireLocale(params["locale"]);
  const session = await context.session();
  if (session.kind === "active") {
    await rememberLocale(context.deps.service, session.actor, localeOf(params["locale"]));
    return session.actor;
  }
  const query = session.kind === "banned" ? new URLSearchParams({ error: "Banned" }) : returnQuery(returnTo);
  throw redirect(localePath(params["locale"], `/sign-in${query.size === 0 ? "" : `?${query}`}`));
}

function returnQuery(url: string): URLSearchParams {
  const { pathname, search } = new URL(url);
  const query = new URLSearchParams({ callbackUrl: `${pathname}${search}` });
  return query.toString().length > RETURN_QUERY_MAX_CHARACTERS ? new URLSearchParams() : query;
}

/**
 * The administrator of a page.
 * @throws Response as `requirePageUser`, and a redirect to the dashboard for every other user
 */
export async function requirePageAdmin(args: LoaderFunctionArgs, returnTo?: string): Promise<Actor> {
  const actor = await requirePageUser(args, returnTo);
  if (actor.role !== "admin") throw redirect(localePath(args.params["locale"], "/dashboard"));
  return actor;
}

/** @throws Response 404 for a first path segment that is no language */
export function requireLocale(segment: string | undefined): void {
  if (findLocale(segment) === undefined) throw new Response(null, { status: 404 });
}
