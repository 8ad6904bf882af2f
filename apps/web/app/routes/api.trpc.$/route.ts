import { AppError } from "@app/core/errors";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { PICTURE_BODY_MAX_BYTES, readBody } from "~/server/body.server";
import { methodNotAllowed, respond } from "~/server/rest.server";
import { knownBrowserCookie, sessionCookie } from "~/server/session-cookie.server";
import { BATCH_MAX_CALLS } from "~/trpc/batch";

const serve = (args: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> =>
  respond(args, async () => {
    const { context, request } = args;
    const session = await context.session();
    const answer = await fetchRequestHandler({
      endpoint: "/api/trpc",
      req: request.method === "POST" ? await withReadBody(request) : request,
      router: context.deps.appRouter,
      maxBatchSize: BATCH_MAX_CALLS,
      createContext: ({ resHeaders }) => ({
        service: context.deps.service,
        session,
        idempotencyKey: request.headers.get("idempotency-key"),
        clientAddress: context.clientAddress,
        knownBrowser: context.knownBrowser,
        keepSession: async (issued, userId) => {
          resHeaders.append("set-cookie", sessionCookie(issued, context.deps.env));
          resHeaders.append("set-cookie", await knownBrowserCookie(context.deps, request, userId));
        },
      }),
      responseMeta: ({ errors }) => ({ headers: retryAfter(errors) }),
    });
    // Of a request it cannot read it says so in JSON, but calls that text.
    answer.headers.set("content-type", "application/json");
    return answer;
  });

/** The longest wait of a batch. */
function retryAfter(errors: readonly TRPCError[]): Record<string, string> {
  const waits = errors.map(({ cause }) => (cause instanceof AppError ? (cause.retryAfterSeconds ?? 0) : 0));
  const longest = Math.max(0, ...waits);
  return longest === 0 ? {} : { "retry-after": String(longest) };
}

/** The same request, whose body is known not to be too large. */
async function withReadBody(request: Request): Promise<Request> {
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: await readBody(request, PICTURE_BODY_MAX_BYTES) });
}

/** /api/trpc/*: every procedure, typed end to end. */
export const loader = serve;
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? serve(args) : methodNotAllowed("GET, POST")();
