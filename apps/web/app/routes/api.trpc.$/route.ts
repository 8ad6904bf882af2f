import { AppError } from "@app/core/errors";
import { jsonProblem } from "@app/core/input/parse";
import type { ResolvedSession } from "@app/services/account/sessions";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { knownBrowserCookie, sessionCookie } from "~/server/auth/cookies.server";
import {
  ANONYMOUS_BODY_MAX_BYTES,
  JSON_BODY_MAX_BYTES,
  PICTURE_BODY_MAX_BYTES,
  readJsonBytes,
} from "~/server/http/body.server";
import { reserveLargeBody } from "~/server/http/bound-bodies.server";
import { methodNotAllowed, respond } from "~/server/http/rest.server";
import { BATCH_MAX_CALLS, QUERY_INPUT_MAX_CHARACTERS } from "~/trpc/batch-limits";

const ENDPOINT = "/api/trpc";
/** Procedures whose input may hold a picture. */
const PICTURE_CALLS: ReadonlySet<string> = new Set(["image.generate", "video.generate"]);
const JSON_TYPE = /^application\/json\b/i;

const serve = (args: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> =>
  respond(args, async () => {
    const { context, request } = args;
    const session = await context.session();
    const maxBytes = bodyMaxBytes(session, new URL(request.url));
    return reserveLargeBody({ request, address: context.clientAddress, maxBytes }, async (allowed) => {
      const input = request.method === "POST" ? boundedBody(request, allowed) : boundedQuery(request, session);
      const response = await fetchRequestHandler({
        endpoint: ENDPOINT,
        req: input.request,
        router: context.deps.appRouter,
        maxBatchSize: BATCH_MAX_CALLS,
        createContext: ({ resHeaders }) => ({
          service: context.deps.service,
          session,
          sessionNow: () => context.sessionNow(),
          sessionAfterBody: () => context.sessionAfterBody(),
          idempotencyKey: request.headers.get("idempotency-key"),
          clientAddress: context.clientAddress,
          deviceCookie: context.deviceCookie,
          setSession: async (issued, userId) => {
            resHeaders.append("set-cookie", sessionCookie(issued, context.deps.env));
            resHeaders.append("set-cookie", await knownBrowserCookie(context.deps, request, userId));
          },
        }),
        responseMeta: ({ errors }) => ({ headers: retryAfter(errors) }),
      });
      const refusal = input.refusal();
      if (refusal !== null) throw refusal;
      // For a request that it cannot parse, tRPC sends JSON with a text content type.
      response.headers.set("content-type", "application/json");
      return response;
    });
  });

/** A request whose body is read only when a procedure asks for its input, which is after its session was checked. */
interface BoundedInput {
  request: Request;
  /** The error for which the input was refused; null when it was not. */
  refusal(): unknown;
}

function bodyMaxBytes(session: ResolvedSession, { pathname }: URL): number {
  if (session.kind !== "active") return ANONYMOUS_BODY_MAX_BYTES;
  const calls = pathname.slice(ENDPOINT.length + 1).split(",");
  return calls.every((call) => PICTURE_CALLS.has(call)) ? PICTURE_BODY_MAX_BYTES : JSON_BODY_MAX_BYTES;
}

function boundedBody(request: Request, maxBytes: number): BoundedInput {
  const { url, method, headers, signal } = request;
  let refusal: unknown = null;
  const read = async () => {
    try {
      if (!JSON_TYPE.test(headers.get("content-type") ?? ""))
        throw new AppError("bad_request", "Request body must be valid JSON");
      return await readJsonBytes(request, maxBytes);
    } catch (error) {
      refusal = error;
      throw error;
    }
  };
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const bytes = await read();
        if (bytes.byteLength > 0) controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { request: new Request(url, { method, headers, signal, body, duplex: "half" }), refusal: () => refusal };
}

/** Without a session an invalid input is removed instead of refused, because the missing session comes first. */
function boundedQuery(request: Request, session: ResolvedSession): BoundedInput {
  const url = new URL(request.url);
  const input = url.searchParams.get("input") ?? "";
  const problem =
    url.search.length > QUERY_INPUT_MAX_CHARACTERS
      ? `input must be at most ${QUERY_INPUT_MAX_CHARACTERS} characters`
      : jsonProblem(input);
  if (problem === null) return { request, refusal: () => null };
  if (session.kind === "active") throw new AppError("bad_request", problem);
  url.searchParams.delete("input");
  return { request: new Request(url, { headers: request.headers }), refusal: () => null };
}

/** The Retry-After header of a batch: the longest wait of its calls. */
function retryAfter(errors: readonly TRPCError[]): Record<string, string> {
  const waits = errors.map(({ cause }) => (cause instanceof AppError ? (cause.retryAfterSeconds ?? 0) : 0));
  const longest = Math.max(0, ...waits);
  return longest === 0 ? {} : { "retry-after": String(longest) };
}

/** /api/trpc/*: all procedures. */
export const loader = serve;
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? serve(args) : methodNotAllowed("GET, POST")();
