import type { ChatEnd, ChatStreamEvent } from "@app/core/chat/chat-stream";
import { completionInput } from "@app/core/chat/completion-input";
import type { TextModel } from "@app/core/chat/text-models";
import { AppError, type ErrorCode } from "@app/core/errors";
import { streamCompletionOnce } from "@app/services/chat/completions";
import type { UserContext } from "@app/services/context";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireCaller } from "../auth/request-context.server";
import { JSON_BODY_MAX_BYTES } from "./body.server";
import { respond, withJsonInput } from "./rest.server";
import { eventStream } from "./sse.server";

type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs;

const KEY_TEXT = "The API key is missing, unknown, revoked or expired";
const UNKNOWN_TEXT = "There is nothing at this address. See /developers";

/** The errors of OpenAI's API that clients tell apart, by our codes. */
const OPENAI_ERRORS: Record<ErrorCode, readonly [type: string, code: string]> = {
  bad_request: ["invalid_request_error", "invalid_request"],
  unauthorized: ["invalid_request_error", "invalid_api_key"],
  insufficient_credits: ["insufficient_quota", "insufficient_quota"],
  forbidden: ["permission_error", "permission_denied"],
  not_found: ["invalid_request_error", "not_found"],
  method_not_allowed: ["invalid_request_error", "method_not_allowed"],
  conflict: ["invalid_request_error", "conflict"],
  payload_too_large: ["invalid_request_error", "request_too_large"],
  rate_limited: ["rate_limit_error", "rate_limit_exceeded"],
  internal: ["server_error", "server_error"],
  upstream_failed: ["server_error", "server_error"],
  not_configured: ["server_error", "service_unavailable"],
};

/** An error's body in OpenAI's shape (contract §13). */
export function toOpenAiBody(error: AppError) {
  const [type, code] = OPENAI_ERRORS[error.code];
  return { error: { message: error.code === "unauthorized" ? KEY_TEXT : error.message, type, code, param: null } };
}

/** As `respond`, with errors in OpenAI's shape. The caller needs an API key with the scope `chat`: sessions do not count. */
export function respondOpenAi(args: RouteArgs, handler: (user: UserContext) => Promise<object>): Promise<Response> {
  const handle = async () => {
    if (args.context.apiKey === null) throw new AppError("unauthorized", KEY_TEXT);
    return handler(await requireCaller(args.context, "chat"));
  };
  return respond(args, handle, undefined, toOpenAiBody);
}

/** For paths that do not exist. */
export const refuseUnknownOpenAi = (args: RouteArgs) => refuse(args, new AppError("not_found", UNKNOWN_TEXT));

/** For the half of a route that takes no method. */
export const refuseOpenAiMethod = (allow: "GET" | "POST") => async (args: RouteArgs) => {
  const response = await refuse(args, new AppError("method_not_allowed", `Use ${allow}`));
  response.headers.set("allow", allow);
  return response;
};

const refuse = (args: RouteArgs, error: AppError) =>
  respond(args, () => Promise.reject(error), undefined, toOpenAiBody);

/** A model in OpenAI's shape, with the price of an answer. */
export const openAiModel = ({ name, credits }: TextModel) => ({
  id: name,
  object: "model",
  created: 0,
  owned_by: "genmint",
  credits,
});

interface CompletionHead {
  id: string;
  created: number;
  model: string;
}

/** `POST /v1/chat/completions`: a whole response, or a stream of chunks. */
export async function respondCompletion(args: ActionFunctionArgs): Promise<Response> {
  let isCharging = false;
  const response = await respondOpenAi(args, (user) => {
    const models = user.config.textModels.map(({ name }) => name);
    return withJsonInput(args, user, completionInput(models), JSON_BODY_MAX_BYTES, async (caller, input) => {
      const { model } = input;
      isCharging = true;
      const { run } = await streamCompletionOnce(caller, input);
      isCharging = false;
      return input.stream ? eventStream(run, chunkFormatter(model, input.includeUsage)) : collect(model, run);
    });
  });
  // An unexpected error, such as a database that went away: the charge may have been made.
  if (isCharging && response.status === INTERNAL_ERROR) response.headers.set(...NO_RETRY);
  return response;
}

const INTERNAL_ERROR = 500;
/** A charged request must not be repeated by a client's own retries: each would be charged. OpenAI's clients read this header. */
const NO_RETRY = ["x-should-retry", "false"] as const;

async function collect(
  model: string,
  run: (emit: (event: ChatStreamEvent) => void) => Promise<void>,
): Promise<Response> {
  let head: CompletionHead = headOf("", model);
  let content = "";
  let end: Partial<ChatEnd> = {};
  let failure: Extract<ChatStreamEvent, { type: "error" }> | null = null;
  await run((event) => {
    if (event.type === "metadata") head = headOf(event.sessionId, model);
    if (event.type === "content") content += event.content;
    if (event.type === "done") end = event;
    if (event.type === "error") failure = event;
  });
  if (failure !== null) return failed(failure);
  const message = { role: "assistant", content, refusal: null };
  const choices = [{ index: 0, message, logprobs: null, finish_reason: end.finishReason ?? "stop" }];
  return Response.json({ ...head, object: "chat.completion", choices, ...(end.usage ? { usage: end.usage } : {}) });
}

function failed({ error, creditsCharged }: Extract<ChatStreamEvent, { type: "error" }>): Response {
  const headers = creditsCharged === 0 ? {} : Object.fromEntries([NO_RETRY]);
  return Response.json(toOpenAiBody(new AppError("internal", error)), { status: INTERNAL_ERROR, headers });
}

/** Formats the events of one response as OpenAI's chunks. */
function chunkFormatter(model: string, includeUsage: boolean): (event: ChatStreamEvent) => string {
  let head: CompletionHead = headOf("", model);
  const chunk = (choices: object[], usage: ChatEnd["usage"] = null) =>
    frame({ ...head, object: "chat.completion.chunk", choices, ...(includeUsage ? { usage } : {}) });
  const choice = (delta: object, finishReason: string | null = null) => [
    { index: 0, delta, logprobs: null, finish_reason: finishReason },
  ];
  return (event) => {
    switch (event.type) {
      case "metadata":
        head = headOf(event.sessionId, model);
        return chunk(choice({ role: "assistant", content: "", refusal: null }));
      case "content":
        return chunk(choice({ content: event.content }));
      case "error":
        return frame(toOpenAiBody(new AppError("internal", event.error)));
      case "done": {
        const last = chunk(choice({}, event.finishReason ?? "stop"));
        return `${last}${includeUsage && event.usage ? chunk([], event.usage) : ""}data: [DONE]\n\n`;
      }
    }
  };
}

const frame = (value: object) => `data: ${JSON.stringify(value)}\n\n`;

/** Ids are UUIDs of version 7, which begin with their time in milliseconds. */
function headOf(id: string, model: string): CompletionHead {
  const created = Number.parseInt(id.replaceAll("-", "").slice(0, 12) || "0", 16);
  return { id: `chatcmpl-${id}`, created: Math.floor(created / 1000), model };
}
