import { CHAT_STREAM_ERROR, type ChatStreamEvent } from "@app/core/chat/chat-stream";
import { CHAT_MAX_TOKENS, MESSAGE_MAX_CHARACTERS } from "@app/core/chat/conversation";
import { IMAGE_COST_CREDITS, VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import { AppError } from "@app/core/errors";
import { generateImageInput } from "@app/core/image/image-input";
import { optionalText, requiredText } from "@app/core/input/fields";
import { generateVideoInput, VideoStatusInput } from "@app/core/video/video-input";
import { type ApiKeyContext, requireScope } from "@app/services/api-keys/api-keys";
import { streamCompletionOnce } from "@app/services/chat/completions";
import { generateImageOnce } from "@app/services/image/generate-image";
import { readIdempotencyKey } from "@app/services/platform/idempotency-keys";
import { submitVideoOnce } from "@app/services/video/submit-video";
import { getVideoStatus } from "@app/services/video/video-status";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { requireApiKey, requireStillSignedIn } from "../auth/request-context.server";
import { readJson } from "./body.server";
import { respond } from "./rest.server";
import { trackWork } from "./running-work.server";

/** As the other streams: a tool may take minutes, and proxies close silent connections. */
const KEEP_ALIVE_MS = 12_000;
const IDEMPOTENCY_KEY_MAX_CHARACTERS = 255;
/** JSON-RPC leaves this range to servers. */
const SERVER_ERROR = -32_000;

const INSTRUCTIONS = `Genmint generates text, images and videos, and is paid with credits. Each tool states its price. Call get_balance to see how many \
credits are left. To repeat a paid call without paying twice, pass the same idempotencyKey again.`;

const toJsonRpcError = ({ message }: AppError) => ({
  jsonrpc: "2.0",
  error: { code: SERVER_ERROR, message },
  id: null,
});

/**
 * `POST /mcp`: one message of the Model Context Protocol. There are no sessions, so that any process can respond to any message. A client
 * that leaves loses only the response: what has been paid for goes on, and its idempotencyKey gets the result.
 */
export async function respondMcp(args: ActionFunctionArgs): Promise<Response> {
  const { context, request } = args;
  const handle = async () => {
    if (context.apiKey === null) throw new AppError("unauthorized", "Unauthorized");
    const caller = await requireApiKey(context, context.apiKey, null);
    const parsedBody = await readJson(request);
    await requireStillSignedIn(context, caller);
    // The rate limit of the key counts requests.
    if (Array.isArray(parsedBody)) throw new AppError("bad_request", "Send one message per request");
    const transport = new WebStandardStreamableHTTPServerTransport({ keepAliveMs: KEEP_ALIVE_MS });
    await createMcpServer(caller).connect(transport);
    return transport.handleRequest(request, { parsedBody });
  };
  const response = await respond(args, handle, undefined, toJsonRpcError);
  if (response.status === 401) response.headers.set("www-authenticate", "Bearer");
  return response;
}

/** A blank key is refused, as in REST, by `readIdempotencyKey`: ignored, it would not keep a repeated call from being charged. */
const idempotencyKey = z
  .string()
  .nullish()
  .meta({ maxLength: IDEMPOTENCY_KEY_MAX_CHARACTERS })
  .describe(
    "Unique to this call, such as a UUID: up to 255 visible ASCII characters without spaces. A repeated call with the same key gets the first result and is charged once.",
  );

/** Unlike the REST API's requests for images and videos, a message has at most `JSON_BODY_MAX_BYTES`. */
const PICTURE = "an https address, or a data:image/...;base64 URL of a picture of at most 700 kB.";

/** The tools of one request. They call the same use cases as REST, with the key's scope, limits and idempotency. */
function createMcpServer(caller: ApiKeyContext): McpServer {
  const server = new McpServer({ name: "genmint", version: "1.0.0" }, { instructions: INSTRUCTIONS });
  const run = toolRunner(caller);
  const [textModel] = caller.config.textModels;
  const imageInput = generateImageInput(caller.config.imageChoices);
  const videoInput = generateVideoInput(caller.config.videoChoices);

  server.registerTool(
    "chat",
    {
      title: "Ask the chat model",
      description: `Asks the text model one question and returns its answer. Costs ${textModel.credits} credits. Nothing is remembered between calls.`,
      inputSchema: {
        message: requiredText("message", "message is required", MESSAGE_MAX_CHARACTERS).describe("What to ask."),
        system: optionalText("system", MESSAGE_MAX_CHARACTERS).describe("Instructions for the model."),
        idempotencyKey,
      },
      annotations: PAID,
    },
    ({ message, system, idempotencyKey }) =>
      run({ scope: "chat", idempotencyKey }, async (user) => {
        const text = await collectText(user, { message, system });
        return { content: [{ type: "text", text }] };
      }),
  );

  server.registerTool(
    "generate_image",
    {
      title: "Generate an image",
      description: `Changes the picture at imageUrl (https, or a data: URL) as the prompt says, and returns the address of the result. Costs ${IMAGE_COST_CREDITS} credits. Takes up to a few minutes.`,
      inputSchema: imageInput.safeExtend({
        imageUrl: imageInput.shape.imageUrl.describe(`The picture to start from: ${PICTURE}`),
        idempotencyKey,
      }),
      annotations: PAID,
    },
    ({ idempotencyKey, ...input }) =>
      run({ scope: "image", idempotencyKey }, async (user) => {
        const image = await generateImageOnce(user, input);
        const text = `${image.url}\n${image.remainingCredits} credits left.`;
        const { sourceImageUrl, ...result } = image;
        return {
          content: [
            { type: "text", text },
            { type: "resource_link", uri: image.url, name: "image" },
          ],
          structuredContent: result,
        };
      }),
  );

  server.registerTool(
    "generate_video",
    {
      title: "Start a video",
      description: `Starts a video from a prompt, a first frame (imageUrl) or both. Costs ${VIDEO_COST_CREDITS} credits. Returns taskId and historyId at once: pass them to get_video until the video is there, usually after 1 to 3 minutes.`,
      inputSchema: videoInput.safeExtend({
        imageUrl: videoInput.shape.imageUrl.describe(`The first frame: ${PICTURE}`),
        idempotencyKey,
      }),
      annotations: PAID,
    },
    ({ idempotencyKey, ...input }) =>
      run({ scope: "video", idempotencyKey }, async (user) => {
        const { id: historyId, ...video } = await submitVideoOnce(user, input);
        return jsonResult({ historyId, ...video });
      }),
  );

  server.registerTool(
    "get_video",
    {
      title: "Look up a video",
      description:
        "The status of a video: processing, completed (with videoUrl) or failed. Free. Wait about 10 seconds between calls.",
      inputSchema: VideoStatusInput,
      annotations: READ_ONLY,
    },
    (input) => run({ scope: "video" }, async (user) => jsonResult({ ...(await getVideoStatus(user, input, "agent")) })),
  );

  server.registerTool(
    "get_balance",
    {
      title: "Look up the balance",
      description: "How many credits are left, the plan, and the prices. Free.",
      annotations: READ_ONLY,
    },
    () =>
      run({ scope: "read" }, async ({ actor: { credits, planKey } }) =>
        jsonResult({
          credits,
          planKey,
          prices: { chat: textModel.credits, image: IMAGE_COST_CREDITS, video: VIDEO_COST_CREDITS },
        }),
      ),
  );
  return server;
}

const PAID = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true };
const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

const jsonResult = (value: Record<string, unknown>): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(value) }],
  structuredContent: value,
});

/** Checks a call's scope and idempotency key. An error becomes a result that the agent can read, without unexpected details. */
function toolRunner(caller: ApiKeyContext) {
  return async (
    { scope, idempotencyKey }: { scope: ApiKeyContext["scopes"][number]; idempotencyKey?: string | null | undefined },
    tool: (user: ApiKeyContext) => Promise<CallToolResult>,
  ): Promise<CallToolResult> => {
    try {
      requireScope(caller, scope);
      const key = readIdempotencyKey(idempotencyKey ?? null);
      // Goes on when its client has left: a stopping process waits for it.
      return await trackWork(tool(key === undefined ? caller : { ...caller, idempotencyKey: key }));
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) caller.log.error({ err: error }, "tool call failed");
      const known = error instanceof AppError ? error : new AppError("internal", "Internal server error");
      const { retryAfterSeconds } = known;
      // A result has no headers.
      const wait = retryAfterSeconds === null ? {} : { retryAfterSeconds };
      return { ...jsonResult({ ...known.toBody(), ...wait }), isError: true };
    }
  };
}

async function collectText(
  user: ApiKeyContext,
  { message, system }: { message: string; system: string | undefined },
): Promise<string> {
  const { run } = await streamCompletionOnce(user, {
    model: user.config.textModels[0].name,
    messages: [
      ...(system === undefined ? [] : [{ role: "system" as const, content: system }]),
      { role: "user" as const, content: message },
    ],
    stream: false,
    includeUsage: false,
    parameters: { max_tokens: CHAT_MAX_TOKENS },
  });
  let text = "";
  let failure: Extract<ChatStreamEvent, { type: "error" }> | undefined;
  await run((event) => {
    if (event.type === "content") text += event.content;
    if (event.type === "error") failure = event;
  });
  if (failure) throw chatError({ creditsCharged: user.config.textModels[0].credits, ...failure });
  return text;
}

function chatError({ error = CHAT_STREAM_ERROR, creditsCharged }: { error?: string; creditsCharged: number }) {
  return new AppError("internal", error, { fields: { creditsCharged } });
}
