import { createOpenAiChatModel, type OpenAiChatModelOptions } from "../src/chat/chat-model";

const BASE_URL = "https://ai.test/api/v3";
export const COMPLETIONS = `${BASE_URL}/chat/completions`;
export const SSE = "text/event-stream";

/** One event of a stream. */
export const event = (payload: unknown): string => `data: ${JSON.stringify(payload)}\n\n`;
export const chunk = (content: string | null, finishReason: string | null = null): string =>
  event({
    id: "c",
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta: { content }, finish_reason: finishReason }],
  });
export const END = `${chunk(null, "stop")}data: [DONE]\n\n`;
export const sse = (text: string): Response => new Response(text, { headers: { "content-type": SSE } });

export function createChatModel(options: Partial<OpenAiChatModelOptions> = {}) {
  return createOpenAiChatModel({ baseUrl: BASE_URL, apiKey: "key-1", model: "text-1", ...options });
}

export const question = [{ role: "user" as const, content: "Hello?" }];

/** Reads a stream to its end. `into` keeps the chunks of a stream that fails. */
export async function collect(chunks: AsyncIterable<string>, into: string[] = []): Promise<string[]> {
  for await (const text of chunks) into.push(text);
  return into;
}
