import { AppError } from "@app/core/errors";
import { requiredId } from "@app/core/input/fields";
import { parseInput } from "@app/core/input/parse";
import type { UserContext } from "@app/services/context";
import { readIdempotencyKey } from "@app/services/platform/idempotency-keys";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { requireAdmin, requireUser } from "../auth/request-context.server";
import type { Deps } from "../composition-root.server";
import type { Env } from "../env/env.server";
import { JSON_BODY_MAX_BYTES, readJson } from "./body.server";
import { withLargeBody } from "./bound-bodies.server";

type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs;

const INTERNAL_ERROR_MESSAGE = "Internal server error";

/**
 * Answers with what `handler` returns, a body or a whole response, or with its error: the one place where REST maps errors.
 * @param unforeseen the text for an error that is no AppError, whose own words are for the log only
 */
export async function respond(
  { context, request }: RouteArgs,
  handler: () => Promise<object>,
  unforeseen = INTERNAL_ERROR_MESSAGE,
): Promise<Response> {
  try {
    const result = await handler();
    return result instanceof Response ? result : Response.json(result);
  } catch (error) {
    if (error instanceof AppError) {
      if (error.status >= 500)
        context.deps.service.log.error({ err: error, path: new URL(request.url).pathname }, error.message);
      return Response.json(error.toBody(), { status: error.status, headers: retryAfter(error) });
    }
    context.deps.service.log.error({ err: error, path: new URL(request.url).pathname }, "request failed");
    return Response.json({ error: unforeseen }, { status: 500 });
  }
}

const retryAfter = ({ retryAfterSeconds }: AppError): Record<string, string> =>
  retryAfterSeconds === null ? {} : { "retry-after": String(retryAfterSeconds) };

/** For the half of a route that answers no method: `export const loader = methodNotAllowed("POST")`. */
export function methodNotAllowed(allow: string) {
  return async (): Promise<Response> =>
    Response.json({ error: "Method not allowed" }, { status: 405, headers: { allow } });
}

/** A schema, or one that depends on the configuration. */
type Schema<Input> = z.ZodType<Input> | ((deps: Deps) => z.ZodType<Input>);
type UseCase<Input> = (ctx: UserContext, input: Input) => Promise<object>;

/**
 * A POST of JSON by a signed-in user, answered with what the use case returns.
 * @param maxBytes of the body, where it may hold more than words
 * @param unforeseen the text for an error that is no AppError
 */
export function userJsonAction<Input>(
  schema: Schema<Input>,
  useCase: UseCase<Input>,
  { maxBytes = JSON_BODY_MAX_BYTES, unforeseen }: { maxBytes?: number; unforeseen?: string } = {},
) {
  const schemaFor = memoizeByEnv(schema);
  return postOnly(async ({ context, request }) => {
    const user = await requireUser(context);
    const answerWithin = async (bytes: number) => {
      const input = parseInput(schemaFor(context.deps), await readJson(request, bytes));
      return useCase(withIdempotencyKey(user, request), input);
    };
    return withLargeBody({ request, address: context.clientAddress, maxBytes }, answerWithin);
  }, unforeseen);
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
    const admin = await requireAdmin(context);
    const input = parseInput(schema, await readJson(request));
    return useCase(withIdempotencyKey(admin, request), { ...input, ...parseInput(UserPath, params) });
  });
}

/** An action that answers POST and no other method. */
export function postOnly(handler: (args: ActionFunctionArgs) => Promise<object>, unforeseen?: string) {
  return (args: ActionFunctionArgs): Promise<Response> =>
    args.request.method === "POST" ? respond(args, () => handler(args), unforeseen) : methodNotAllowed("POST")();
}

/** A schema takes longer to make than to use. */
function memoizeByEnv<Input>(schema: Schema<Input>): (deps: Deps) => z.ZodType<Input> {
  if (typeof schema !== "function") return () => schema;
  const made = new WeakMap<Deps["env"], z.ZodType<Input>>();
  return (deps) => {
    const known = made.get(deps.env) ?? schema(deps);
    made.set(deps.env, known);
    return known;
  };
}

/**
 * The segment of payment paths that stands for the provider: its name, or the word itself.
 * @throws AppError `not_found` for any other
 */
export function requireProvider(params: Readonly<Record<string, string | undefined>>, env: Env): void {
  const provider = params["provider"];
  if (provider !== "provider" && provider !== env.PROVIDER_NAME) throw new AppError("not_found", "Not found");
}
