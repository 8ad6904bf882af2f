import { pause } from "../bounded";
import { HANG_MAX_MS } from "../faults";
import { simulatedError } from "./backend-error";

const QUOTE_LENGTH_MAX = 280;
/** One in this many turns contains code without being asked for it, so that rendered code is seen. */
const CODE_EVERY_TURNS = 4;

/** A response in Markdown that shows what the backend received: it quotes the message and counts the earlier ones. */
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

/** The reasoning of a thinking model, sent before the response. */
export function composeReasoning(message: string): string {
  const words = message.split(/\s+/).filter((word) => word !== "");
  return `The message has ${words.length} words. I should quote it, count what came before it, and say that I am a stand-in. Then I can answer.`;
}

/** Splits a text into the chunks of a stream: words with the following space. */
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

/** Time for the sent chunks to reach the reader before the connection breaks. */
const BREAK_AFTER_MS = 20;

export interface StreamedResponse {
  id: string;
  model: string;
  /** Seconds since 1970. */
  created: number;
  chunks: readonly string[];
  finishReason: "stop" | "length" | "content_filter";
  /** Reasoning that a thinking model sends before the response, and the pause before each of its chunks. */
  reasoning?: { chunks: readonly string[]; pacingMs: number } | null | undefined;
  /** Sent as the last chunk, without choices, if the caller requested it. */
  usage: object | null;
  pacingMs: number;
  /** How the stream fails after half of the chunks. */
  interruption: "cut_stream" | "break_stream" | "stall" | "stream_error" | null;
}

/** Streams the response as OpenAI chunks in server-sent events. Stops, with its timers, when the reader cancels. */
export function streamResponse(response: StreamedResponse): ReadableStream<Uint8Array> {
  const canceled = new AbortController();
  const frames = responseFrames(response, canceled.signal);
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const frame = await frames.next();
      if (frame.done) controller.close();
      else controller.enqueue(encoder.encode(`data: ${frame.value}\n\n`));
    },
    cancel() {
      canceled.abort();
    },
  });
}

async function* responseFrames(response: StreamedResponse, canceled: AbortSignal): AsyncGenerator<string> {
  const { chunks, interruption } = response;
  const failsAt = interruption === null ? chunks.length : Math.ceil(chunks.length / 2);
  yield chunk(response, [choice({ role: "assistant", content: "" }, null)]);
  for (const text of response.reasoning?.chunks ?? []) {
    await pause(response.reasoning?.pacingMs ?? 0, canceled);
    yield chunk(response, [choice({ content: "", reasoning_content: text }, null)]);
  }
  for (const text of chunks.slice(0, failsAt)) {
    await pause(response.pacingMs, canceled);
    yield chunk(response, [choice({ content: text }, null)]);
  }
  if (interruption === "cut_stream") return;
  if (interruption === "stream_error") {
    yield JSON.stringify(simulatedError(500).toBody());
    return;
  }
  if (interruption === "break_stream") {
    await pause(BREAK_AFTER_MS, canceled);
    throw new Error("The connection was lost");
  }
  if (interruption === "stall") {
    await pause(HANG_MAX_MS, canceled);
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
