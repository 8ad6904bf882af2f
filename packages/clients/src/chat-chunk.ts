import { APIError } from "openai";
import { z } from "zod";

const ChatChunk = z.object({
  choices: z
    .array(
      z.object({ delta: z.object({ content: z.string().nullish() }).nullish(), finish_reason: z.string().nullish() }),
    )
    .nullish(),
});

/**
 * One event of an answer in OpenAI's chat protocol.
 * @throws APIError for an error that the backend sends in the place of a chunk, SyntaxError or ZodError for what is none
 */
export function readChatChunk(data: string): { text: string; isLast: boolean } {
  const parsed: unknown = JSON.parse(data);
  if (typeof parsed === "object" && parsed !== null && "error" in parsed && parsed.error) {
    throw new APIError(undefined, parsed.error, undefined, undefined);
  }
  const choice = ChatChunk.parse(parsed).choices?.[0];
  const text = choice?.delta?.content ?? "";
  // A database cannot store NUL in a text, and no reader misses it.
  return { text: text.includes("\0") ? text.replaceAll("\0", "") : text, isLast: Boolean(choice?.finish_reason) };
}
