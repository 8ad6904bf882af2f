import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import { readJson } from "../bounded";
import { type Fault, type FaultEnv, faultGate } from "../faults";
import { invalidParameter, simulatedError } from "./backend-error";
import {
  type Conversation,
  composeReasoning,
  composeResponse,
  type StreamedResponse,
  splitIntoChunks,
  streamResponse,
} from "./chat-response";
import type { GenerationAppOptions } from "./generation-state";
import { hasTrigger, thinkingSeconds } from "./trigger-words";

export const CHAT_BODY_MAX_BYTES = 8 * 1024 * 1024;
export const CHAT_PACING_MS = 25;

/** `POST /chat/completions`, streamed or not. */
export function createChatRoutes(options: GenerationAppOptions): Hono<FaultEnv> {
  const routes = new Hono<FaultEnv>();
  routes.use(faultGate(options.faults, "chat", (_c, status) => simulatedError(status).toResponse()));
  routes.post("/completions", async (c) => {
    const parsed = ChatRequest.safeParse(await readJson(c.req.raw, CHAT_BODY_MAX_BYTES));
    if (!parsed.success) throw invalidParameter(parsed.error.issues[0]?.message ?? "Invalid request");
    const response = respondTo(parsed.data, c.get("fault"), options);
    if (!parsed.data.stream) {
      if (response.interruption === "stream_error") throw simulatedError(500);
      return c.json(completionBody(response, parsed.data));
    }
    return new Response(streamResponse(response), {
      headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" },
    });
  });
  return routes;
}

function respondTo(request: ChatRequest, fault: Fault | null, options: GenerationAppOptions): StreamedResponse {
  const conversation = readConversation(request);
  const { message } = conversation;
  if (hasTrigger(message, "fail")) throw simulatedError(500);
  const all = hasTrigger(message, "empty") ? [] : splitIntoChunks(composeResponse(conversation));
  const isFiltered = fault?.kind === "content_filter" || hasTrigger(message, "filter");
  const chunks = all.slice(0, isFiltered ? Math.ceil(all.length / 2) : (request.max_tokens ?? all.length));
  const reasoning = reasoningAbout(message, options);
  return {
    id: `chatcmpl-${randomUUID()}`,
    model: request.model,
    created: Math.floor(options.now().getTime() / 1000),
    chunks,
    finishReason: isFiltered ? "content_filter" : chunks.length < all.length ? "length" : "stop",
    reasoning,
    usage: request.stream_options?.include_usage ? usageOf(request, chunks, reasoning?.chunks) : null,
    pacingMs: options.chatPacingMs ?? CHAT_PACING_MS,
    interruption: interruptionOf(message, fault),
  };
}

function reasoningAbout(message: string, options: GenerationAppOptions): StreamedResponse["reasoning"] {
  const seconds = thinkingSeconds(message);
  if (seconds === null) return null;
  const chunks = splitIntoChunks(composeReasoning(message));
  const pacingMs = seconds > 0 ? (seconds * 1000) / chunks.length : (options.chatPacingMs ?? CHAT_PACING_MS);
  return { chunks, pacingMs };
}

const INTERRUPTIONS = ["cut_stream", "break_stream", "stall", "stream_error"] as const;

function interruptionOf(message: string, fault: Fault | null): StreamedResponse["interruption"] {
  const interruption = INTERRUPTIONS.find((kind) => kind === fault?.kind);
  if (interruption) return interruption;
  if (hasTrigger(message, "cut")) return "cut_stream";
  if (hasTrigger(message, "error")) return "stream_error";
  return hasTrigger(message, "stall") ? "stall" : null;
}

function completionBody(response: StreamedResponse, request: ChatRequest) {
  const { id, created, model, chunks, finishReason, reasoning } = response;
  const message = {
    role: "assistant",
    content: chunks.join(""),
    ...(reasoning && { reasoning_content: reasoning.chunks.join("") }),
  };
  const choices = [{ index: 0, message, finish_reason: finishReason }];
  return { id, object: "chat.completion", created, model, choices, usage: usageOf(request, chunks, reasoning?.chunks) };
}

/** Counts words instead of tokens, which is close enough for a simulation. */
function usageOf(request: ChatRequest, chunks: readonly string[], reasoning: readonly string[] = []) {
  const promptTokens = request.messages.reduce(
    (sum, { content }) => sum + splitIntoChunks(messageText(content)).length,
    0,
  );
  const completionTokens = chunks.length + reasoning.length;
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    ...(reasoning.length > 0 && { completion_tokens_details: { reasoning_tokens: reasoning.length } }),
  };
}

const TextPart = z.object({ type: z.literal("text"), text: z.string() });
const OtherPart = z.object({ type: z.string() });
const Content = z.union([z.string(), z.array(z.union([TextPart, OtherPart]))]);

/** The fields of an OpenAI chat request that matter here. */
const ChatRequest = z.object({
  model: z.string().min(1),
  messages: z
    .array(z.object({ role: z.enum(["system", "developer", "user", "assistant", "tool"]), content: Content }))
    .min(1),
  stream: z.boolean().default(false),
  stream_options: z.object({ include_usage: z.boolean().default(false) }).nullish(),
  max_tokens: z.int().min(1).nullish(),
  // OpenAI refuses an empty list.
  stop: z.union([z.string(), z.array(z.string()).min(1).max(4)]).nullish(),
});
type ChatRequest = z.output<typeof ChatRequest>;

/** The text of a message in either of its two forms. */
function messageText(content: z.output<typeof Content>): string {
  if (typeof content === "string") return content;
  return content.map((part) => ("text" in part ? part.text : "")).join("");
}

function readConversation({ messages }: ChatRequest): Conversation {
  const isTurn = ({ role }: { role: string }) => role === "user" || role === "assistant";
  const turns = messages.filter(isTurn);
  const newest = turns.at(-1);
  return {
    message: newest ? messageText(newest.content) : "",
    earlierMessages: Math.max(turns.length - 1, 0),
    instructions: messages
      .filter(({ role }) => role === "system" || role === "developer")
      .map(({ content }) => messageText(content))
      .join("\n"),
  };
}
