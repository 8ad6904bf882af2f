import { pause } from "../bounded";
import { HANG_MAX_MS } from "../faults";
import { simulatedError } from "./backend-error";
import { answerTopic, isChinese } from "./chat-topics";

const QUOTE_LENGTH_MAX = 280;
/** Text that a page has to render with care. It is repeated, so that tests and readers see how it looks in a response. */
const MARKUP = /\n|<|\]\(/;

/**
 * A response in Markdown. Known subjects have their answers. Any other message is quoted, with the number of earlier ones, so that it shows
 * what the backend received, and the reader learns that no model is behind it.
 */
export function composeResponse({ message, earlierMessages, instructions }: Conversation): string {
  const answer = answerTopic(message);
  const isQuoted = answer === null || MARKUP.test(message);
  return [
    ...(isQuoted ? [quote(message)] : []),
    ...(answer === null ? unknownSubject(message, earlierMessages) : [answer]),
    ...(instructions === "" ? [] : [instructionsText(message), quote(instructions)]),
  ].join("\n\n");
}

/** What a request asks for. */
export interface Conversation {
  /** The newest message. */
  message: string;
  /** The number of turns before it. */
  earlierMessages: number;
  /** The system messages; empty when there are none. */
  instructions: string;
}

const instructionsText = (message: string) =>
  isChinese(message) ? "真正的模型还会遵守这条指令：" : "A real model would also follow this instruction:";

function unknownSubject(message: string, earlierMessages: number): string[] {
  return isChinese(message)
    ? [
        `我是演示用的替身模型，背后没有真正的大模型，所以答不好这个问题。这条消息之前，我收到了 ${earlierMessages} 条消息。`,
        "这些我知道，不妨问问看：",
        [
          "- **套餐**和**价格**，**积分**怎么用",
          "- **退款**和取消",
          "- 怎样写**图片**或**视频**的提示词",
          "- **API**，以及**代码**、**表格**、**数学**示例",
        ].join("\n"),
      ]
    : [
        `I'm the demo's stand-in model: there is no language model behind me, so I can't answer this one well. I was given ${countText(earlierMessages)} with it.`,
        "Here is what I do know. Ask me about",
        [
          "- **plans** and **prices**, and how **credits** work",
          "- **refunds**, and how to cancel",
          "- how to write a good **image** or **video** prompt",
          "- the **API**, or an example of **code**, a **table** or **maths**",
        ].join("\n"),
        "In a real shop, your own model answers here: set its address and key in the configuration.",
      ];
}

/** The reasoning of a thinking model, sent before the response. */
export function composeReasoning(message: string): string {
  const words = message.split(/\s+/).filter((word) => word !== "");
  return `The message has ${words.length} words. If I know its subject I should answer it in its own language; if not, I should say that I am a stand-in, and what I do know. Then I can answer.`;
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
