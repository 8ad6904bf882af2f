import { z } from "zod";

const TextPart = z.object({ type: z.literal("text"), text: z.string() });
const OtherPart = z.object({ type: z.string() });
const Content = z.union([z.string(), z.array(z.union([TextPart, OtherPart]))]);

/** The part of an OpenAI chat request that makes a difference here. */
export const ChatRequest = z.object({
  model: z.string().min(1),
  messages: z
    .array(z.object({ role: z.enum(["system", "developer", "user", "assistant", "tool"]), content: Content }))
    .min(1),
  stream: z.boolean().default(false),
  stream_options: z.object({ include_usage: z.boolean().default(false) }).nullish(),
  max_tokens: z.int().min(1).nullish(),
});
export type ChatRequest = z.output<typeof ChatRequest>;

/** The text of a message, whichever of its two forms it came in. */
export function messageText(content: z.output<typeof Content>): string {
  if (typeof content === "string") return content;
  return content.map((part) => ("text" in part ? part.text : "")).join("");
}

/** What an answer depends on: the newest message, and how many turns of the conversation came before it. */
export function readConversation(request: ChatRequest): { message: string; earlierMessages: number } {
  const turns = request.messages.filter(({ role }) => role === "user" || role === "assistant");
  const newest = turns.at(-1);
  return { message: newest ? messageText(newest.content) : "", earlierMessages: Math.max(turns.length - 1, 0) };
}
