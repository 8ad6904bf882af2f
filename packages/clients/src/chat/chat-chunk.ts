import { APIError } from "openai";
import { z } from "zod";

const ChatChunk = z.object({
  choices: z
    .array(
      z.object({ delta: z.object({ content: z.string().nullish() }).nullish(), finish_reason: z.string().nullish() }),
    )
    .nullish(),
});

export interface ChatChunkContent {
  text: string;
  /** How the answer ends with this chunk; null while it goes on. */
  end: "complete" | "filtered" | null;
}

/**
 * One event of an answer in OpenAI's chat protocol. An answer cut by the token limit is complete.
 * @throws APIError for an error that the backend sends in the place of a chunk, SyntaxError or ZodError for what is none
 */
export function readChatChunk(data: string): ChatChunkContent {
  const parsed: unknown = JSON.parse(data);
  if (typeof parsed === "object" && parsed !== null && "error" in parsed && parsed.error) {
    throw new APIError(undefined, parsed.error, undefined, undefined);
  }
  const choice = ChatChunk.parse(parsed).choices?.[0];
  const text = choice?.delta?.content ?? "";
  // A database cannot store NUL in a text, and no reader misses it.
  return { text: text.includes("\0") ? text.replaceAll("\0", "") : text, end: endOf(choice?.finish_reason) };
}

function endOf(finishReason: string | null | undefined): ChatChunkContent["end"] {
  if (!finishReason) return null;
  return finishReason === "content_filter" ? "filtered" : "complete";
}
