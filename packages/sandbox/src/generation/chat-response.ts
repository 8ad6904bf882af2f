import { pause } from "../bounded";
import { HANG_MAX_MS } from "../faults";
import { simulatedError } from "./backend-error";

const QUOTE_LENGTH_MAX = 280;
/** Without being asked for code, every so many turns still get some, so that it is seen rendered. */
const CODE_EVERY_TURNS = 4;

/** An answer in Markdown that shows what was received: it quotes the message and counts the earlier ones. */
export function composeResponse(message: string, earlierMessages: number): string {
  const words = message.split(/\s+/).filter((word) => word !== "");
  const paragraphs = [
    quote(message),
    `You wrote **${words.length} ${words.length === 1 ? "word" : "words"}**, and I was given ${countText(earlierMessages)} with it.`,
    "This answer comes from a stand-in, so it says nothing about your subject. What it does show:",
    [
      "- text that arrives *piece by piece*",
      `- the longest word you used: \`${longestOf(words)}\``,
      `- your message read backwards begins with “${backwards(message)}”`,
    ].join("\n"),
  ];
  if (/\bcode\b/i.test(message) || earlierMessages % CODE_EVERY_TURNS === CODE_EVERY_TURNS - 2) {
    paragraphs.push("Some code, as asked or as a change:", codeBlock(words.length));
  }
  return paragraphs.join("\n\n");
}

/** What a thinking model would say to itself before it answers. */
export function composeReasoning(message: string): string {
  const words = message.split(/\s+/).filter((word) => word !== "");
  return `The message has ${words.length} words. I should quote it, count what came before it, and say that I am a stand-in. Then I can answer.`;
}

/** The answer in the fragments it is streamed in: words with the space that follows them. */
export function splitIntoChunks(text: string): string[] {
  return text.match(/\s*\S+\s*/g) ?? [];
}

function quote(message: string): string {
  const characters = Array.from(message);
  const shown = characters.slice(0, QUOTE_LENGTH_MAX).join("") + (characters.length > QUOTE_LENGTH_MAX ? "…" : "");
  return shown
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}

function countText(count: number): string {
  if (count === 0) return "no earlier messages";
  return count === 1 ? "1 earlier message" : `${count} earlier messages`;
}

function longestOf(words: readonly string[]): string {
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), "").replaceAll("`", "");
}

function backwards(message: string): string {
  return Array.from(message.trim()).reverse().slice(0, 20).join("");
}

function codeBlock(wordCount: number): string {
  return [
    "```ts",
    "export function describe(): string {",
    `  return "a message of ${wordCount} words";`,
    "}",
    "```",
  ].join("\n");
}

/** Leaves time for what was sent to reach the reader before the connection goes. */
const BREAK_AFTER_MS = 20;

export interface StreamedResponse {
  id: string;
  model: string;
  /** Seconds since 1970. */
  created: number;
  chunks: readonly string[];
  finishReason: "stop" | "length" | "content_filter";
  /** What a thinking model sends before the answer, and the pause before each piece of it. */
  reasoning?: { chunks: readonly string[]; pacingMs: number } | null | undefined;
  /** Sent as a last chunk without choices when the caller asked for it. */
  usage: object | null;
  pacingMs: number;
  /** Where the stream goes wrong, after half of the chunks. */
  interruption: "cut_stream" | "break_stream" | "stall" | "stream_error" | null;
}

/** The answer as OpenAI chunks in server-sent events. Ends early, and stops its timers, when the reader goes away. */
export function streamResponse(response: StreamedResponse): ReadableStream<Uint8Array> {
  const gone = new AbortController();
  const frames = responseFrames(response, gone.signal);
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const frame = await frames.next();
      if (frame.done) controller.close();
      else controller.enqueue(encoder.encode(`data: ${frame.value}\n\n`));
    },
    cancel() {
      gone.abort();
    },
  });
}

async function* responseFrames(response: StreamedResponse, gone: AbortSignal): AsyncGenerator<string> {
  const { chunks, interruption } = response;
  const wrongAt = interruption === null ? chunks.length : Math.ceil(chunks.length / 2);
  yield chunk(response, [choice({ role: "assistant", content: "" }, null)]);
  for (const text of response.reasoning?.chunks ?? []) {
    await pause(response.reasoning?.pacingMs ?? 0, gone);
    yield chunk(response, [choice({ content: "", reasoning_content: text }, null)]);
  }
  for (const text of chunks.slice(0, wrongAt)) {
    await pause(response.pacingMs, gone);
    yield chunk(response, [choice({ content: text }, null)]);
  }
  if (interruption === "cut_stream") return;
  if (interruption === "stream_error") {
    yield JSON.stringify(simulatedError(500).toBody());
    return;
  }
  if (interruption === "break_stream") {
    await pause(BREAK_AFTER_MS, gone);
    throw new Error("The connection was lost");
  }
  if (interruption === "stall") {
    await pause(HANG_MAX_MS, gone);
    return;
  }
  yield chunk(response, [choice({}, response.finishReason)]);
  if (response.usage) yield chunk(response, [], response.usage);
  yield "[DONE]";
}

function choice(delta: Record<string, string>, finishReason: string | null) {
  return { index: 0, delta, finish_reason: finishReason };
}

function chunk(response: StreamedResponse, choices: readonly unknown[], usage: object | null = null): string {
  const { id, model, created } = response;
  return JSON.stringify({ id, object: "chat.completion.chunk", created, model, choices, usage });
}
