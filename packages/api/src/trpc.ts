import { AppError, type ErrorCode } from "@app/core/errors";
import { firstIssueMessage } from "@app/core/input/parse";
import type { IssuedSession, ResolvedSession } from "@app/services/account/sessions";
import type { ServiceContext, UserContext } from "@app/services/context";
import { readIdempotencyKey } from "@app/services/platform/idempotency-keys";
import { withSpan } from "@app/services/platform/spans";
import { initTRPC, type TRPC_ERROR_CODE_KEY, TRPCError } from "@trpc/server";
import superjson from "superjson";
import { ZodError } from "zod";

/** The context of a request. */
export interface ApiContext {
  readonly service: ServiceContext;
  readonly session: ResolvedSession;
  /** Looks the session up again, once the request's body has arrived. */
  readonly sessionNow: () => Promise<ResolvedSession>;
  /** The session, looked up again if the request's body was slow. */
  readonly sessionAfterBody: () => Promise<ResolvedSession>;
  /** The Idempotency-Key header, or null. */
  readonly idempotencyKey: string | null;
  /** The network address, for rate limits. */
  readonly clientAddress: string;
  /** The device cookie of a browser that has signed in before. */
  readonly deviceCookie: string | null;
  /** Replaces the session cookie of the browser. */
  readonly setSession: (session: IssuedSession, userId: string) => Promise<void>;
}

const TRPC_CODE: Record<ErrorCode, TRPC_ERROR_CODE_KEY> = {
  bad_request: "BAD_REQUEST",
  unauthorized: "UNAUTHORIZED",
  insufficient_credits: "PAYMENT_REQUIRED",
  forbidden: "FORBIDDEN",
  not_found: "NOT_FOUND",
  method_not_allowed: "METHOD_NOT_SUPPORTED",
  conflict: "CONFLICT",
  payload_too_large: "PAYLOAD_TOO_LARGE",
  rate_limited: "TOO_MANY_REQUESTS",
  internal: "INTERNAL_SERVER_ERROR",
  upstream_failed: "BAD_GATEWAY",
  not_configured: "SERVICE_UNAVAILABLE",
};

const identity = (value: unknown) => value;

const t = initTRPC.context<ApiContext>().create({
  // superjson is used for outputs only: a hostile input could make it work for seconds.
  transformer: { input: { serialize: identity, deserialize: identity }, output: superjson },
  isDev: false,
  // The same messages as in REST. Internal messages are not sent.
  errorFormatter: ({ shape, error }) => ({
    ...shape,
    message: messageFor(error),
    data: { ...shape.data, fields: fieldsOf(error) },
  }),
});

function messageFor(error: TRPCError): string {
  if (error.cause instanceof AppError) return error.cause.message;
  if (error.cause instanceof ZodError) return firstIssueMessage(error.cause);
  return error.code === "INTERNAL_SERVER_ERROR" ? "Internal server error" : error.message;
}

function fieldsOf(error: TRPCError): AppError["fields"] {
  return error.cause instanceof AppError ? error.cause.fields : {};
}

const withErrors = t.middleware(async ({ ctx, next, path }) => {
  const result = await next();
  if (result.ok) return result;
  const { cause } = result.error;
  if (cause instanceof AppError) throw new TRPCError({ code: TRPC_CODE[cause.code], message: cause.message, cause });
  if (result.error.code === "INTERNAL_SERVER_ERROR")
    ctx.service.log.error({ err: cause ?? result.error, path }, "procedure failed");
  return result;
});

const traced = t.middleware(({ next, path, type }) =>
  withSpan(`trpc ${path}`, () => next(), {
    attributes: { "rpc.system": "trpc", "rpc.method": path, "trpc.type": type },
  }),
);

export const router = t.router;

export const publicProcedure = t.procedure.use(traced).use(withErrors);

/** Requires a user who is signed in and not banned. Checked before the input is validated, and again if a mutation's input was slow. */
export const userProcedure = publicProcedure.use(async ({ ctx, next, type, getRawInput }) => {
  requireActive(ctx.session);
  if (type === "mutation") await getRawInput().catch(ignoreInvalidJson);
  const { actor, sessionToken } = requireActive(type === "mutation" ? await ctx.sessionAfterBody() : ctx.session);
  const idempotencyKey = readIdempotencyKey(ctx.idempotencyKey);
  const user: UserContext = { ...ctx.service, actor, sessionToken };
  return next({ ctx: { service: idempotencyKey === undefined ? user : { ...user, idempotencyKey } } });
});

function requireActive(session: ResolvedSession) {
  if (session.kind === "anonymous") throw new AppError("unauthorized", "Unauthorized");
  if (session.kind === "banned") throw new AppError("forbidden", "Account banned");
  return session;
}

/**
 * Requires an administrator. Checked again once the input has arrived, which may take two minutes: an administrator who is banned or loses
 * the role meanwhile changes nothing any more.
 */
export const adminProcedure = userProcedure.use(async ({ ctx, next, type }) => {
  requireAdministrator(ctx.session);
  if (type === "mutation") requireAdministrator(await ctx.sessionNow());
  return next();
});

/** A procedure without an input may be called without a body. One with an input refuses it when it reads it. */
function ignoreInvalidJson(error: unknown): void {
  if (!(error instanceof TRPCError && error.cause instanceof SyntaxError)) throw error;
}

function requireAdministrator(session: ResolvedSession): void {
  if (requireActive(session).actor.role !== "admin") throw new AppError("forbidden", "Forbidden");
}

/** Adds the token of the current session, for procedures that treat it differently from the others. */
export const withCurrentSession = t.middleware(({ ctx, next }) => {
  if (ctx.session.kind !== "active") throw new AppError("unauthorized", "Unauthorized");
  return next({ ctx: { currentToken: ctx.session.sessionToken } });
});
