import type { TokenUsage } from "@app/core/chat/chat-stream";
import { APIError } from "openai";
import { z } from "zod";

const Usage = z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() });

const ChatChunk = z.object({
  usage: Usage.nullish().catch(null),
  choices: z
    .array(
      z.object({ delta: z.object({ content: z.string().nullish() }).nullish(), finish_reason: z.string().nullish() }),
    )
    .nullish(),
});

export interface ChatChunkContent {
  text: string;
  /** How the response ends with this chunk; null while it goes on. */
  end: "stop" | "length" | "filtered" | null;
  /** If it was asked for: in a chunk of its own after the end, or as a running count in every chunk. */
  usage: TokenUsage | null;
}

/**
 * Reads one event of a response in OpenAI's chat protocol. A response cut by the token limit counts as complete.
 * @throws APIError for an error that the backend sends in place of a chunk, SyntaxError or ZodError for an unreadable event
 */
export function readChatChunk(data: string): ChatChunkContent {
  const parsed: unknown = JSON.parse(data);
  if (typeof parsed === "object" && parsed !== null && "error" in parsed && parsed.error) {
    throw new APIError(undefined, parsed.error, undefined, undefined);
  }
  const { choices, usage } = ChatChunk.parse(parsed);
  const choice = choices?.[0];
  const text = choice?.delta?.content ?? "";
  // PostgreSQL cannot store NUL in a text.
  return {
    text: text.includes("\0") ? text.replaceAll("\0", "") : text,
    end: endOf(choice?.finish_reason),
    usage: usage ?? null,
  };
}

function endOf(finishReason: string | null | undefined): ChatChunkContent["end"] {
  if (!finishReason) return null;
  if (finishReason === "length") return "length";
  return finishReason === "content_filter" ? "filtered" : "stop";
}
