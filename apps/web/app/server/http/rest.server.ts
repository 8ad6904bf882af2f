import type { ApiKeyScope } from "@app/core/api-keys/api-key-scopes";
import { AppError } from "@app/core/errors";
import { requiredId } from "@app/core/input/fields";
import { parseInput } from "@app/core/input/parse";
import type { UserContext } from "@app/services/context";
import { readIdempotencyKey } from "@app/services/platform/idempotency-keys";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { requireAdmin, requireCaller, requireStillSignedIn, requireUser } from "../auth/request-context.server";
import type { Deps } from "../composition-root.server";
import type { Env } from "../env/env.server";
import { JSON_BODY_MAX_BYTES, readJson } from "./body.server";
import { reserveLargeBody } from "./bound-bodies.server";
import { loggedPath } from "./request-log.server";

type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs;

const INTERNAL_ERROR_MESSAGE = "Internal server error";

type ErrorBody = (error: AppError) => object;

/**
 * Responds with the result of `handler`, a body or a whole response, or with its error. REST maps errors to statuses nowhere else.
 * @param unexpectedMessage shown for an error that is no AppError, whose own message goes to the log only
 * @param errorBody the body of an error, for protocols whose errors have another shape
 */
export async function respond(
  { context, request }: RouteArgs,
  handler: () => Promise<object>,
  unexpectedMessage = INTERNAL_ERROR_MESSAGE,
  errorBody: ErrorBody = (error) => error.toBody(),
): Promise<Response> {
  try {
    const result = await handler();
    return result instanceof Response ? result : Response.json(result);
  } catch (error) {
    if (error instanceof AppError) {
      if (error.status >= 500)
        context.deps.service.log.error({ err: error, path: loggedPath(new URL(request.url).pathname) }, error.message);
      return Response.json(errorBody(error), { status: error.status, headers: retryAfter(error) });
    }
    context.deps.service.log.error({ err: error, path: loggedPath(new URL(request.url).pathname) }, "request failed");
    return Response.json(errorBody(new AppError("internal", unexpectedMessage)), { status: 500 });
  }
}

const retryAfter = ({ retryAfterSeconds }: AppError): Record<string, string> =>
  retryAfterSeconds === null ? {} : { "retry-after": String(retryAfterSeconds) };

/** For the half of a route that takes no method: `export const loader = methodNotAllowed("POST")`. */
export function methodNotAllowed(allow: string) {
  return async (): Promise<Response> =>
    Response.json({ error: "Method not allowed" }, { status: 405, headers: { allow } });
}

/** A schema, or a function of the configuration that returns one. */
type Schema<Input> = z.ZodType<Input> | ((deps: Deps) => z.ZodType<Input>);
type UseCase<Input, Result = object> = (ctx: UserContext, input: Input) => Promise<Result>;

/** Reads and checks the JSON body of a request by this user. The body's memory is reserved until `use` has ended. */
export function withJsonInput<Input, Result>(
  { context, request }: RouteArgs,
  user: UserContext,
  schema: z.ZodType<Input>,
  maxBytes: number,
  use: UseCase<Input, Result>,
): Promise<Result> {
  return reserveLargeBody({ request, address: context.clientAddress, maxBytes }, async (bytes) => {
    const body = await readJson(request, bytes);
    const caller = await requireStillSignedIn(context, user);
    return use(withIdempotencyKey(caller, request), parseInput(schema, body));
  });
}

/**
 * A POST of JSON by a signed-in user, which responds with the result of the use case.
 * @param scope an API key with this scope may call it as well; null for sessions alone
 * @param maxBytes limit of the body, higher where it may hold a picture
 * @param unexpectedMessage shown for an error that is no AppError
 */
export function userJsonAction<Input>(
  schema: Schema<Input>,
  useCase: UseCase<Input>,
  {
    scope = null,
    maxBytes = JSON_BODY_MAX_BYTES,
    unexpectedMessage,
  }: { scope?: ApiKeyScope | null; maxBytes?: number; unexpectedMessage?: string } = {},
) {
  const schemaFor = memoizeByEnv(schema);
  return postOnly(async (args) => {
    const { context } = args;
    const user = scope === null ? await requireUser(context) : await requireCaller(context, scope);
    return withJsonInput(args, user, schemaFor(context.deps), maxBytes, useCase);
  }, unexpectedMessage);
}

function withIdempotencyKey(user: UserContext, request: Request): UserContext {
  const idempotencyKey = readIdempotencyKey(request.headers.get("idempotency-key"));
  return idempotencyKey === undefined ? user : { ...user, idempotencyKey };
}

const UserPath = z.object({ userId: requiredId("userId") });

/** A POST of JSON by an administrator about the user named in the path. */
export function adminUserJsonAction<Input extends object>(
  schema: z.ZodType<Input>,
  useCase: UseCase<Input & { userId: string }>,
) {
  return postOnly(async ({ context, request, params }) => {
    const { admin, body } = await requireAdmin(context, () => readJson(request));
    const input = { ...parseInput(schema, body), ...parseInput(UserPath, params) };
    return useCase(withIdempotencyKey(admin, request), input);
  });
}

/** An action that takes POST and refuses every other method. */
export function postOnly(handler: (args: ActionFunctionArgs) => Promise<object>, unexpectedMessage?: string) {
  return (args: ActionFunctionArgs): Promise<Response> =>
    args.request.method === "POST" ? respond(args, () => handler(args), unexpectedMessage) : methodNotAllowed("POST")();
}

/** Creates a schema once per configuration: creating one takes longer than using it. */
function memoizeByEnv<Input>(schema: Schema<Input>): (deps: Deps) => z.ZodType<Input> {
  if (typeof schema !== "function") return () => schema;
  const schemas = new WeakMap<Deps["env"], z.ZodType<Input>>();
  return (deps) => {
    const memoized = schemas.get(deps.env) ?? schema(deps);
    schemas.set(deps.env, memoized);
    return memoized;
  };
}

/**
 * Checks the provider segment of a payment path: the configured name, or the literal `provider`.
 * @throws AppError `not_found` for any other
 */
export function requireProvider(params: Readonly<Record<string, string | undefined>>, env: Env): void {
  const provider = params["provider"];
  if (provider !== "provider" && provider !== env.PROVIDER_NAME) throw new AppError("not_found", "Not found");
}
