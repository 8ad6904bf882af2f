import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { JSON_BODY_MAX_BYTES, readBody } from "~/server/body.server";
import { methodNotAllowed, respond } from "~/server/rest.server";
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
      createContext: () => ({
        service: context.deps.service,
        session,
        idempotencyKey: request.headers.get("idempotency-key"),
      }),
    });
    // Of a request it cannot read it says so in JSON, but calls that text.
    answer.headers.set("content-type", "application/json");
    return answer;
  });

/** The same request, whose body is known not to be too large. */
async function withReadBody(request: Request): Promise<Request> {
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: await readBody(request, JSON_BODY_MAX_BYTES) });
}

/** /api/trpc/*: every procedure, typed end to end. */
export const loader = serve;
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? serve(args) : methodNotAllowed("GET, POST")();
